import Fastify from 'fastify';
import pg from 'pg';

/** The upper limit of this stack: bare routes that return one row by its key, and a constant. Returns their address. */
export async function serveLimit(connection: pg.PoolConfig): Promise<string> {
  const pool = new pg.Pool({ max: 8, ...connection }); // with two servers' 16 each, the database's 50 are enough
  pool.on('error', () => {}); // the database is stopped first
  const app = Fastify();
  app.get<{ Params: { id: string } }>('/limit/:id', async (request) => {
    const text = 'select id, url, name, price_cents from products where id = $1';
    const { rows } = await pool.query({ name: 'limit', text, values: [request.params.id] });
    return rows[0];
  });
  app.get('/json', async () => ({ id: 1, name: 'Mop', url: 'mop', price: 19.95 }));
  return app.listen({ host: '127.0.0.1', port: 0 });
}
