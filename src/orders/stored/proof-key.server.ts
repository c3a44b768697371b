/** The two pictures of a proof of delivery. */
export const proofPictures = ['photo', 'signature'] as const;
export type ProofPicture = (typeof proofPictures)[number];

/** A proof by the ids of the delivery and of the driver's report, so that a repeated report replaces its own pictures. */
export interface ProofIds {
  id: string;
  reportId: string | null;
}

/** The key of a picture of a proof in the file store. */
export const proofKey = ({ id, reportId }: ProofIds, picture: ProofPicture): string =>
  `delivery-proofs/${id}/${reportId}-${picture}.webp`;
