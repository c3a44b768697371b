/** The steps of every visit. */
export const visit = {
  Arrive:
    'Sign in, turn the alarm off and walk through before touching anything. Whatever is wet, broken or open is noted and photographed.',
  Prepare:
    'Products are measured with a dosing cap and dated, cloths are counted out by colour, and signs go where floors will be wet.',
  Clean:
    'High before low, dry before wet, clean room before dirty room. Disinfectant stays wet for the time on its label.',
  Check:
    'The crew leader walks the list room by room and signs each line. If something could not be done, the list says why.',
  Report: 'Alarm on, exit time logged, and the signed list is in your inbox before you open.',
};

/** What the monthly price of every contract includes. */
export const included = {
  'A scope by room':
    'Tasks, frequency and products for each room, signed by both sides. It changes only in writing, and so does the price.',
  'A supervisor with a name':
    'One person who knows your building, with a direct number and a deputy who has been there.',
  'Checked, trained people':
    'Right to work, police check, and anything else that your trade requires, before the first shift.',
  'Machines, cloths and chemicals':
    'Ours, tested and tagged, colour coded, with safety data sheets and a chemical register kept on site.',
  'A signed list after each visit': 'With times and photographs. Yours to keep, export and show to an auditor.',
  'A monthly audit': 'We walk the site with you if you like. Each finding has a deadline and a person who closes it.',
  'Same-day correction': 'Tell us what was missed and we come back that day, at our cost.',
  'A supervised start': 'The supervisor works the first night with the crew, and one night a week for the first month.',
  'Insurance papers':
    'Certificates of currency for public liability and workers compensation, and new ones when they are renewed.',
  'A clean ending':
    'You can leave with a week’s notice in the first 90 days, and with 30 days’ notice after that. Keys, codes and records come back on the last morning.',
};

export const quotedSeparately = [
  'Paper, soap, bin liners and other consumables, at our shop’s prices',
  'Carpet and upholstery extraction beyond the scope',
  'Outside glass, work at height and rope access',
  'Floor stripping and sealing',
  'Builders’ cleans and end-of-lease cleans',
  'Call-outs at night, floods and outbreaks',
];
