/** Values in one message from the side reader: the main thread takes some 0.3 ms to copy them. */
const valuesPerPacket = 2000

/** Takes the rows of the next message out of the list: the main thread copies a message in one piece. */
export function takePacket<R extends object>(rows: R[]): R[] {
  const columns = Object.keys(rows[0] ?? {}).length
  return rows.splice(0, Math.max(1, Math.floor(valuesPerPacket / Math.max(1, columns))))
}
