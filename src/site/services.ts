/** What the company cleans. The path is that of the service's page. */
export interface Service {
  name: string;
  path: string;
  summary: string;
}

export const services: readonly Service[] = [
  {
    name: 'Covid Cleaning',
    path: '/covid-cleaning/',
    summary: 'Touch points disinfected with recorded contact times, and outbreak response at short notice.',
  },
  {
    name: 'Retail Cleaning',
    path: '/retail-cleaning/',
    summary:
      'Shop floors, fitting rooms and food courts. Scrubbed after close, glass done before the roller door goes up.',
  },
  {
    name: 'Aged Care',
    path: '/aged-care/',
    summary: 'Quiet, respectful daily cleaning of rooms, dining and shared bathrooms.',
  },
  {
    name: 'Education Cleaning',
    path: '/education-cleaning/',
    summary:
      'Classrooms, halls and childcare rooms, finished before the first bell, with deep cleans in the school holidays.',
  },
  {
    name: 'Government Cleaning',
    path: '/government-cleaning/',
    summary: 'Cleared crews for council chambers, libraries, courts and depots.',
  },
  {
    name: 'Healthcare Cleaning',
    path: '/healthcare-cleaning/',
    summary:
      'Clinics, day surgeries and wards, cleaned by risk zone with listed disinfectants and recorded contact times.',
  },
  {
    name: 'Sports Cleaning',
    path: '/sports-cleaning/',
    summary: 'Change rooms, gym floors and grandstands, turned around between fixtures.',
  },
  {
    name: 'Hospitality Cleaning',
    path: '/hospitality-cleaning/',
    summary: 'Kitchens, canopies and front of house, ready for a council inspection.',
  },
];
