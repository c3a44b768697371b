import { addressParts } from '../address-parts.ts';
import type { AccountingDocument } from '../accounting-document.ts';
import { element, type Xml } from './xml.ts';

/** The scheme of Australian Business Numbers in Peppol. */
const abnScheme = { schemeID: '0151' };

/** GST at 10 %; everything that the shop sells is taxed. */
export const taxCategory = (name: string): Xml =>
  element(name, [element('cbc:ID', 'S'), element('cbc:Percent', '10'), taxScheme]);

const taxScheme = element('cac:TaxScheme', [element('cbc:ID', 'GST')]);

interface Party {
  /** Eleven digits. */
  abn: string;
  tradingName: string;
  registeredName: string;
  address: readonly string[];
  identifier?: string;
  contact: { name?: string; phone: string; email: string };
}

export function seller({ seller: { abn, name, legalName, address, email, phone } }: AccountingDocument): Xml {
  const party = { abn, tradingName: name, registeredName: legalName ?? name, address, contact: { phone, email } };
  return element('cac:AccountingSupplierParty', [partyOf(party)]);
}

/** The account with its ABN, which its invoice need not have. */
export function buyer({ buyer: { name, email, mobile, address }, trade }: AccountingDocument, abn: string): Xml {
  const { accountName, accountNumber } = trade;
  const party = {
    abn,
    tradingName: accountName,
    registeredName: accountName,
    address,
    identifier: String(accountNumber),
    contact: { name, phone: mobile, email },
  };
  return element('cac:AccountingCustomerParty', [partyOf(party)]);
}

const partyOf = ({ abn, tradingName, registeredName, address, identifier = '', contact }: Party): Xml =>
  element('cac:Party', [
    element('cbc:EndpointID', abn, abnScheme),
    element('cac:PartyIdentification', [element('cbc:ID', identifier)]),
    element('cac:PartyName', [element('cbc:Name', tradingName)]),
    postalAddress('cac:PostalAddress', address),
    element('cac:PartyTaxScheme', [element('cbc:CompanyID', abn), taxScheme]),
    element('cac:PartyLegalEntity', [
      element('cbc:RegistrationName', registeredName),
      element('cbc:CompanyID', abn, abnScheme),
    ]),
    element('cac:Contact', [
      element('cbc:Name', contact.name ?? ''),
      element('cbc:Telephone', contact.phone),
      element('cbc:ElectronicMail', contact.email),
    ]),
  ]);

/** Where a delivery went; nothing for a pick-up. */
export const delivery = ({ delivery: { isPickup, address }, trade }: AccountingDocument): Xml =>
  element(
    'cac:Delivery',
    isPickup
      ? []
      : [
          element('cac:DeliveryLocation', [postalAddress('cac:Address', address)]),
          element('cac:DeliveryParty', [element('cac:PartyName', [element('cbc:Name', trade.site)])]),
        ],
  );

function postalAddress(name: string, lines: readonly string[]): Xml {
  const { streets, city, state, postcode } = addressParts(lines);
  return element(name, [
    element('cbc:StreetName', streets.join(', ')),
    element('cbc:CityName', city),
    element('cbc:PostalZone', postcode),
    element('cbc:CountrySubentity', state),
    element('cac:Country', [element('cbc:IdentificationCode', 'AU')]),
  ]);
}
