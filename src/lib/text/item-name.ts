/** "Floor mop (Blue)": the product's name and the item's options, which are empty without variations. */
export const itemName = (name: string, options: string): string => (options === '' ? name : `${name} (${options})`);
