/** What the safety data sheets of products with the same hazards have in common. Plausible, but invented. */
export interface HazardFamily {
  /** Classes of the Globally Harmonized System, revision 7; empty for products that are not hazardous. */
  classes: string[];
  signal: 'Danger' | 'Warning' | 'None';
  /** Hazard and precautionary statements with their codes. */
  hazards: string[];
  precautions: string[];
  transport: string;
  storage: string;
  protection: string;
  firstAid: string;
  fire: string;
  avoid: string;
  toxicity: string;
}

const wash =
  'Eyes: rinse with running water for 15 minutes, holding the lids open. Skin: take off wet clothes and wash.';
const poisons = 'Call the Poisons Information Centre on 13 11 26, and triple zero (000) in an emergency.';
const cool = 'Store upright in the closed original container, below 30 °C, out of the sun and away from food.';
const noGoods = 'Not classed as dangerous goods by the Australian Dangerous Goods Code for road and rail.';
const water =
  'Not combustible. Use an extinguisher that suits the surrounding fire; cool containers with a water spray.';

const mild: HazardFamily = {
  classes: [],
  signal: 'None',
  hazards: [],
  precautions: ['P102 Keep out of reach of children.'],
  transport: noGoods,
  storage: cool,
  protection: 'None needed in normal use. Gloves for long contact with the undiluted product.',
  firstAid: `${wash} Swallowed: rinse the mouth, drink water. ${poisons}`,
  fire: water,
  avoid: 'Strong oxidisers. Never mix with other cleaners.',
  toxicity: 'Not expected to be harmful in the quantities used. May dry the skin when used often.',
};

const irritant: HazardFamily = {
  ...mild,
  classes: ['Serious eye damage/irritation, category 2A', 'Skin corrosion/irritation, category 2'],
  signal: 'Warning',
  hazards: ['H315 Causes skin irritation.', 'H319 Causes serious eye irritation.'],
  precautions: [
    'P264 Wash hands thoroughly after handling.',
    'P280 Wear protective gloves and eye protection.',
    'P305+P351+P338 IF IN EYES: Rinse cautiously with water for several minutes. Remove contact lenses, if present and easy to do.',
  ],
  protection: 'Nitrile gloves and safety glasses when handling the undiluted product.',
  toxicity: 'Irritating to eyes and skin. Not known to sensitise. No component is listed as a carcinogen.',
};

const corrosive: HazardFamily = {
  ...irritant,
  classes: ['Skin corrosion/irritation, category 1B', 'Serious eye damage/irritation, category 1'],
  signal: 'Danger',
  hazards: ['H314 Causes severe skin burns and eye damage.', 'H290 May be corrosive to metals.'],
  precautions: [
    'P260 Do not breathe mist or spray.',
    'P280 Wear protective gloves, protective clothing, eye protection and face protection.',
    'P301+P330+P331 IF SWALLOWED: Rinse mouth. Do NOT induce vomiting.',
    'P303+P361+P353 IF ON SKIN: Take off immediately all contaminated clothing. Rinse skin with water.',
    'P305+P351+P338 IF IN EYES: Rinse cautiously with water for several minutes. Remove contact lenses, if present and easy to do.',
  ],
  transport:
    'UN 1760, CORROSIVE LIQUID, N.O.S., class 8, packing group III. Small packs may travel as limited quantities.',
  protection: 'Chemical-resistant gauntlets, goggles and an apron. Good ventilation.',
  firstAid: `${wash} Do not make the person vomit. ${poisons} Take the label with you.`,
  toxicity: 'Burns eyes, skin and, if swallowed, mouth and throat. Mist irritates the airways.',
};

const flammable: HazardFamily = {
  ...mild,
  classes: ['Flammable liquids, category 2', 'Serious eye damage/irritation, category 2A'],
  signal: 'Danger',
  hazards: ['H225 Highly flammable liquid and vapour.', 'H319 Causes serious eye irritation.'],
  precautions: [
    'P210 Keep away from heat, hot surfaces, sparks, open flames and other ignition sources. No smoking.',
    'P233 Keep container tightly closed.',
    'P403+P235 Store in a well-ventilated place. Keep cool.',
  ],
  transport:
    'UN 1993, FLAMMABLE LIQUID, N.O.S., class 3, packing group II. Small packs may travel as limited quantities.',
  storage: 'Store below 30 °C in a flammables cabinet, away from flames, sparks and oxidisers.',
  protection: 'Good ventilation. Safety glasses where it may splash.',
  fire: 'Highly flammable. Use alcohol-resistant foam, dry powder or carbon dioxide. Vapour travels along the floor.',
  avoid: 'Oxidisers, chlorine products, flames and hot surfaces.',
  toxicity: 'Vapour in a closed room may cause drowsiness. Irritating to eyes.',
};

const aerosol: HazardFamily = {
  ...flammable,
  classes: ['Aerosols, category 1'],
  hazards: ['H222 Extremely flammable aerosol.', 'H229 Pressurized container: may burst if heated.'],
  precautions: [
    'P210 Keep away from heat, hot surfaces, sparks, open flames and other ignition sources. No smoking.',
    'P251 Do not pierce or burn, even after use.',
    'P410+P412 Protect from sunlight. Do not expose to temperatures exceeding 50 °C.',
  ],
  transport: 'UN 1950, AEROSOLS, class 2.1. Small packs may travel as limited quantities.',
  storage: 'Store below 50 °C, out of the sun and away from sparks. Do not pierce or burn empty cans.',
  fire: 'Cans burst when hot. Cool them with water from a safe place; use dry powder or foam.',
};

const chlorine: HazardFamily = {
  ...irritant,
  classes: [...irritant.classes, 'Hazardous to the aquatic environment, acute, category 1'],
  hazards: [...irritant.hazards, 'H400 Very toxic to aquatic life.', 'AUH031 Contact with acid liberates toxic gas.'],
  precautions: [...irritant.precautions, 'P273 Avoid release to the environment.'],
  protection: 'Nitrile gloves, goggles and good ventilation.',
  avoid: 'Acids, ammonia, metals and every other cleaner: toxic chlorine gas or chloramines form.',
};

export const families = { mild, irritant, corrosive, flammable, aerosol, chlorine };
export type HazardFamilyName = keyof typeof families;
