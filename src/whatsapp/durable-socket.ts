interface Socket {
  send(data: unknown, sent?: (error?: Error) => void): void
  readyState: number
}
const open = 1

/**
 * Sends each frame, in order, when the writes under way at that moment are durable; at once if there are none. A
 * receipt or an own message is therefore never sent before the keys and the inbox row it depends on (docs/whatsapp.md,
 * "Receiving"), and Baileys continues with the next message instead of waiting for the disk. After a failed write
 * `storing` never settles, and the frame is never sent. `mayLeave` is asked right before a frame is sent.
 * @throws Error when Baileys has not opened its socket yet, because frames would be sent at once
 */
export function holdUntilStored(
  { socket }: { socket?: Socket | null },
  storing: () => Promise<unknown> | undefined,
  mayLeave: () => boolean = () => true,
) {
  if (!socket) throw new Error('no socket whose frames could be held back')
  const send = socket.send.bind(socket)
  let last: Promise<unknown> | undefined
  socket.send = (data, sent) => {
    const writing = storing()
    if (!writing && !last && mayLeave()) return send(data, sent)
    const turn = inTurn(last, writing).then(() => {
      if (last === turn) last = undefined
      if (socket.readyState === open && mayLeave()) send(data)
    })
    last = turn
    sent?.()
  }
}

async function inTurn(before: Promise<unknown> | undefined, writing: Promise<unknown> | undefined) {
  await before
  await writing
}
