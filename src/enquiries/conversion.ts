/**
 * Counts a sent enquiry for the company's advertisements (`AW-123456789/label`): asks for a picture of one pixel, which
 * needs no foreign script. Called after an enquiry was sent, nowhere else.
 */
export function countConversion(id: string): void {
  const [account = '', label = ''] = id.replace(/^AW-/, '').split('/');
  const query = new URLSearchParams({ label, guid: 'ON', script: '0' });
  new Image().src = `https://www.googleadservices.com/pagead/conversion/${account}/?${query}`;
}
