/** Tickets that the user is deleting or giving away; the event may arrive before the response. */
const moving = new Set<number>()

/** Runs a request after which the user may no longer see the ticket, so that its conversation closes without a warning. */
export async function moveAway<T>(ticketId: number, request: () => Promise<T>): Promise<T> {
  moving.add(ticketId)
  try {
    return await request()
  } finally {
    moving.delete(ticketId)
  }
}

export const isMovedByUser = (ticketId: number) => moving.has(ticketId)
