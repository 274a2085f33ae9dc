import { Elysia } from 'elysia'

/** The least an executable of our framework can be. */
new Elysia().get('/healthz', 'ok').listen({ port: Number(process.env.PORT), hostname: '127.0.0.1' })
process.on('SIGTERM', () => process.exit(0))
