export const handle = { cache: 'catalogue' };
export default function Home() {
  return <h1>Cleaned properly.</h1>;
}
