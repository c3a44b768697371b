/** The trade's vocabulary that generated products are named and described with. */
const list = (text: string): string[] => text.trim().split(/\s*,\s*/);

export const brands =
  list(`Wattle, Banksia, Harbour, Southern Cross, Ironbark, Bluegum, Coral Bay, Kestrel, Tidewater, Redgum,
  Silverline, Outback, Boronia, Capricorn, Eureka, Grevillea, Highland, Jacaranda, Kookaburra, Lorikeet, Mallee, Nullarbor,
  Paperbark, Quoll, Rosella, Saltbush, Tasman, Wombat, Yarra, Zephyr`);

export const qualities =
  list(`Heavy Duty, Commercial, Compact, Antibacterial, Microfibre, Stainless, Biodegradable, Concentrated,
  Industrial, Recycled, Antistatic, Fragrance Free, Quick Dry, Wide, Telescopic, Reusable, Disposable, Hospital Grade, Anti Slip,
  Double Sided, Lint Free, Extra Strong, Foaming, Neutral, Acid Free, Low Residue, Odour Control, Reinforced, Soft Touch, Powder Free,
  Colour Coded, Dual Action, Premium, Economy, Bulk, Refillable, Wall Mounted, Hands Free, Stackable, Washable, Abrasive, Gentle,
  Ultra Fine, High Gloss, Fast Acting, Professional, Insulated, Ventilated, Lightweight, Jumbo`);

export const nouns =
  list(`Mop, Bucket, Broom, Floor Cleaner, Disinfectant, Bin Liner, Glove, Wipe, Squeegee, Scourer, Sponge, Duster,
  Vacuum Bag, Paper Towel, Toilet Roll, Hand Soap, Sanitiser, Degreaser, Bleach, Glass Cleaner, Carpet Shampoo, Floor Pad, Scrubber,
  Trolley, Dispenser, Spray Bottle, Trigger, Measuring Jug, Wet Floor Sign, Dustpan, Brush, Scraper, Chamois, Cloth, Detergent,
  Descaler, Polish, Wax Stripper, Sealer, Air Freshener, Urinal Screen, Toilet Brush, Plunger, Laundry Powder, Fabric Softener,
  Stain Remover, Oven Cleaner, Rinse Aid, Dishwashing Liquid, Drain Cleaner, Graffiti Remover, Window Pole, Lambswool Sleeve,
  Cobweb Brush, Litter Picker, Rubbish Bin, Pedal Bin, Recycling Station, Ash Tray, Door Mat, Entrance Matting, Apron, Face Mask,
  Safety Goggles, Knee Pads, Overall, Hair Net, Shoe Cover, First Aid Kit, Battery, Extension Lead, Pressure Washer, Steam Cleaner,
  Carpet Extractor, Floor Polisher, Vacuum Cleaner, Backpack Vacuum, Sweeper, Wringer, Mop Head, Mop Handle, Filter, Hose, Nozzle,
  Brush Roll, Wheel Cleaner, Tyre Shine, Upholstery Cleaner, Leather Care, Metal Polish, Timber Oil, Grout Cleaner, Mould Remover,
  Tile Cleaner, Stone Sealer, Concrete Etch, Kennel Wash, Pool Chlorine, Citrus Solvent, Eucalyptus Oil, Vinegar, Soda Crystals,
  Lens Cleaner, Screen Wipe, Whiteboard Cleaner, Label Remover, Ice Melt, Absorbent Granules, Spill Kit, Sharps Container`);

export const sizes = list('100 mL, 250 mL, 500 mL, 750 mL, 1 L, 2 L, 5 L, 10 L, 15 L, 20 L, 200 L');
export const colours = list('Blue, Red, Green, Yellow, White, Black, Grey, Orange');

export const describing =
  list(`the, a, for, with, and, of, on, in, to, from, removes, lifts, cleans, leaves, protects, resists, holds,
  fits, dries, works, keeps, suits, lasts, saves, rinses, dissolves, absorbs, scrubs, shines, controls, grease, dirt, soil, dust, grime,
  lime, soap, scum, rust, mould, odour, stains, spills, fingerprints, streaks, residue, bacteria, germs, kitchens, bathrooms, offices,
  schools, clinics, hospitals, warehouses, workshops, hotels, restaurants, gyms, childcare, showrooms, corridors, entrances, lifts,
  benches, floors, walls, tiles, glass, mirrors, steel, timber, vinyl, concrete, carpet, stone, laminate, plastic, rubber, chrome,
  everyday, daily, weekly, hard, porous, sealed, polished, rough, smooth, large, small, high, low, busy, safe, strong, mild, fresh,
  clear, durable, flexible, sturdy, handy, light, quiet, efficient, reliable, simple, quick, thorough, local, tested, approved,
  packed, carton, bottle, drum, pack, roll, sheet, box, pair, set, handle, frame, lid, spout, label, cap, hook, clip, wheel, castor,
  water, dilution, litre, minute, hour, metre, gram, temperature, surface, area, corner, edge, joint, fibre, cotton, polyester, nylon,
  bristle, foam, blade, alkaline, enzyme, citrus, lemon, pine, lavender, eucalyptus, unscented, phosphate, solvent, chlorine, peroxide,
  contractors, cleaners, teams, staff, crews, households, businesses, owners, managers, supplier, stock, order, delivery, refill,
  replacement, spare, warranty, instructions, storage, transport, disposal, recycling, wrap, plant, based, made, Australian, designed,
  machine, hand, use, wash, wipe, mop, spray, soak, leave, rinse, dry, buff, repeat, store, upright, cool, away, children, gloves, eyes`);
