interface Socket {
  send(data: unknown, sent?: (error?: Error) => void): void
  readyState: number
}
const open = 1

/**
 * Holds back every frame until what was being stored when it was written is durable; in order, and at once when
 * nothing is. A receipt, or a message of ours, therefore never leaves before the ratchet and the inbox that it rests
 * on (receive.md), while Baileys goes on with the next message instead of waiting for the disk.
 * If that cannot be stored, `storing` never settles and the frame never leaves.
 * @throws Error when Baileys has not opened its socket yet: frames would pass unheld
 */
export function holdUntilStored({ socket }: { socket?: Socket | null }, storing: () => Promise<unknown> | undefined) {
  if (!socket) throw new Error('no socket whose frames could be held back')
  const send = socket.send.bind(socket)
  let last: Promise<unknown> | undefined
  socket.send = (data, sent) => {
    const writing = storing()
    if (!writing && !last) return send(data, sent)
    const turn = inTurn(last, writing).then(() => {
      if (last === turn) last = undefined
      if (socket.readyState === open) send(data)
    })
    last = turn
    sent?.()
  }
}

async function inTurn(before: Promise<unknown> | undefined, writing: Promise<unknown> | undefined) {
  await before
  await writing
}
