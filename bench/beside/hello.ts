import { Elysia } from 'elysia'

/** Other side of `start`: the smallest server with Elysia. */
new Elysia().get('/healthz', 'ok').listen({ port: Number(process.env.PORT), hostname: '127.0.0.1' })
process.on('SIGTERM', () => process.exit(0))
