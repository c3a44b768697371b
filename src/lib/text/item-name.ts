/** "Floor mop (Blue)": the product's name and the item's options, if the product has variations. */
export const itemName = (name: string, options: string): string => (options === '' ? name : `${name} (${options})`);
