import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { call } from '#lib/api/api.ts';
import type { ReplyOf } from '#lib/api/endpoint.ts';
import { Problem } from '#lib/api/problem.ts';
import { storeInput, useStoredInput } from '#trade/lists/browser-store.ts';
import { failureBody, proofBody, type readDriven, type recordFailure, type recordProof } from './driver-contract.ts';
import { blankReport, type KeptReport, parseReport } from './kept-report.ts';

/** A delivery as the driver's phone gets it. */
export type Driven = ReplyOf<typeof readDriven>;
type Kind = 'proof' | 'failure';
export type ReportFaults = Partial<Record<'receivedBy' | 'photo' | 'signature' | 'reason', string>>;

const faultsOf = (faults: readonly { path: unknown; message: string }[]): ReportFaults =>
  Object.fromEntries(faults.map(({ path, message }) => [path, message]).reverse());

/** Whether sending again, unchanged, may succeed: there was no connection, or the server was busy. */
const isPassing = ({ status }: Problem): boolean => status === 0 || status === 429 || status >= 500;

/**
 * A driver's report: kept in the phone from the first letter until it has been recorded, and sent again by itself once there is a
 * connection. If it is refused, the delivery is read again, as somebody else may have recorded it.
 */
export function useReport(token: string, { deliveryId, ...loaded }: Driven) {
  const entry = `delivery-report:${deliveryId}`;
  const stored = useStoredInput(entry, parseReport);
  const [first] = useState(blankReport);
  const [typed, setTyped] = useState<KeptReport>();
  /** The same at once: a photo is read while its driver goes on typing. */
  const latest = useRef<KeptReport>(undefined);
  const [done, setDone] = useState<Driven>();
  const [faults, setFaults] = useState<ReportFaults>({});
  const [refusal, setRefusal] = useState<Partial<Record<Kind, string>>>({});
  const [busy, setBusy] = useState<Kind>();
  const report = typed ?? stored ?? first; // what is typed counts, also if the phone cannot keep it
  const delivery = done ?? { deliveryId, ...loaded };

  const now = (): KeptReport => latest.current ?? report;
  const keep = (next: KeptReport): void => {
    latest.current = next;
    setTyped(next);
    storeInput(entry, JSON.stringify(next));
  };
  const change = (part: Partial<KeptReport>): void => {
    keep({ ...now(), ...part, waiting: null });
    setFaults({});
    setRefusal({});
  };
  const send = async (kind: Kind): Promise<void> => {
    if (busy) return;
    const sent = now();
    const { reportId, receivedBy, photo, signature, reason } = sent;
    const body = kind === 'proof' ? { reportId, receivedBy, photo, signature } : { reportId, reason };
    const checked = (kind === 'proof' ? proofBody : failureBody).safeParse(body);
    const found = (checked.error?.issues ?? []).map(({ path, message }) => ({ path: path[0], message }));
    setFaults(faultsOf(found));
    if (found.length > 0) return;
    setBusy(kind);
    setRefusal({});
    try {
      setDone(await sendReport(kind, { token, report: sent }));
      keep(blankReport());
      storeInput(entry, '');
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      keep({ ...now(), waiting: isPassing(error) ? kind : null });
      if (isPassing(error)) return;
      const current = await readAgain(token);
      if (current) setDone(current);
      setFaults(faultsOf(error.faults));
      setRefusal({ [kind]: error.message });
    } finally {
      setBusy(undefined);
    }
  };
  const sendWaiting = useEffectEvent(() => {
    if (report.waiting && navigator.onLine) void send(report.waiting);
  });
  const isWaiting = report.waiting !== null;
  useEffect(() => {
    if (!isWaiting) return;
    const timer = setInterval(sendWaiting, 15_000);
    window.addEventListener('online', sendWaiting);
    return () => {
      clearInterval(timer);
      window.removeEventListener('online', sendWaiting);
    };
  }, [isWaiting]);
  return { delivery, report, change, send, faults, refusal, busy };
}

/** Sends the report; returns the delivery as it is recorded. */
function sendReport(kind: Kind, { token, report }: { token: string; report: KeptReport }): Promise<Driven> {
  const { reportId, receivedBy, photo, signature, reason } = report;
  if (kind === 'failure') {
    const body = { token, reportId, reason };
    return call<typeof recordFailure>('POST /v1/driver-deliveries/failed', { body });
  }
  const body = { token, reportId, receivedBy, photo, signature };
  return call<typeof recordProof>('POST /v1/driver-deliveries/proof', { body });
}

/** The delivery as it is now; undefined if it cannot be read. */
const readAgain = (token: string): Promise<Driven | undefined> =>
  call<typeof readDriven>('POST /v1/driver-deliveries/read', { body: { token } }).catch(() => undefined);
