export interface Partner {
  name: string;
  /** Id of its logo in `partners.svg`. */
  mark: string;
  /** Lettering style of the name next to the logo. */
  hand: 'caps' | 'round' | 'serif' | 'plain';
}

/** The suppliers of the demo catalogue (`demo/catalogue.csv`). */
export const partners: readonly Partner[] = [
  { name: 'Tallowfen Chemical Works', mark: 'tallowfen', hand: 'serif' },
  { name: 'Marlowick Brushware', mark: 'marlowick', hand: 'round' },
  { name: 'Kestrelbank Safety', mark: 'kestrelbank', hand: 'caps' },
  { name: 'Hartwhistle Machines', mark: 'hartwhistle', hand: 'plain' },
  { name: 'Bindlestone Textiles', mark: 'bindlestone', hand: 'round' },
  { name: 'Quillbrook Paper Co', mark: 'quillbrook', hand: 'serif' },
];
