/** Summaries by service name. They are not in `services.ts`, because every page loads that file. */
export const serviceSummaries: Record<string, string> = {
  'Covid Cleaning': 'Touch points disinfected with recorded contact times, and outbreak response at short notice.',
  'Retail Cleaning':
    'Shop floors, fitting rooms and food courts. Scrubbed after close, glass done before the roller door goes up.',
  'Aged Care': 'Quiet, respectful daily cleaning of rooms, dining and shared bathrooms.',
  'Education Cleaning':
    'Classrooms, halls and childcare rooms, finished before the first bell, with deep cleans in the school holidays.',
  'Government Cleaning': 'Security-cleared crews for council chambers, libraries, courts and depots.',
  'Healthcare Cleaning':
    'Clinics, day surgeries and wards, cleaned by risk zone with listed disinfectants and recorded contact times.',
  'Sports Cleaning': 'Change rooms, gym floors and grandstands, turned around between fixtures.',
  'Hospitality Cleaning': 'Kitchens, canopies and front of house, ready for a council inspection.',
};
