/** Other side of `fanout`: publishes each posted frame to all sockets with Bun's own publish. */
const server = Bun.serve({
  port: Number(process.env.PORT),
  hostname: '127.0.0.1',
  async fetch(request, server) {
    const { pathname } = new URL(request.url)
    if (pathname === '/healthz') return new Response('ok')
    if (pathname === '/ws') return server.upgrade(request) ? undefined : new Response(null, { status: 400 })
    const frames = (await request.json()) as string[]
    for (const frame of frames) server.publish('all', frame, false)
    return new Response('ok')
  },
  websocket: {
    open: (socket) => void socket.subscribe('all'),
    message() {},
  },
})
process.on('SIGTERM', () => {
  server.stop(true)
  process.exit(0)
})
