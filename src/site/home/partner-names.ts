export interface Partner {
  name: string;
  /** Its mark in `partners.svg`. */
  mark: string;
  /** How the name is set beside its mark. */
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
