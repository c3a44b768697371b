/** Opening hours of the office and the pick-up counter. */
export const openingHours = 'Monday to Friday, 7 am to 6 pm';
