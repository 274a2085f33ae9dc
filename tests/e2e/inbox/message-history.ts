import type { Database } from 'bun:sqlite'

/** Words of the messages. Most messages are short, some have several lines, a few are long. */
const words = 'bom dia pode ser hoje o bolo de rolo entrega amanhã cedo obrigada combinado sim quanto fica dois'.split(
  ' ',
)
const phrase = (index: number, length: number) =>
  Array.from({ length }, (_, at) => words[(index * 7 + at * 3) % words.length]).join(' ')

function messageText(index: number): string {
  if (index % 97 === 0) return phrase(index, 140)
  if (index % 11 === 0) return [phrase(index, 6), phrase(index + 1, 9), phrase(index + 2, 4)].join('\n')
  return phrase(index, 2 + (index % 13))
}

/** Inserts `count` messages into a ticket, ten minutes apart, the newest an hour old. Bodies are numbered from 1. */
export function insertHistory(db: Database, ticketId: number, count: number) {
  const ticket = db.query('select companyId, contactId, whatsappId from tickets where id = ?').get(ticketId) as {
    companyId: number
    contactId: number
    whatsappId: number
  }
  const insert = db.query(
    `insert into messages (companyId, contactId, whatsappId, ticketId, waId, fromMe, origin, body, mediaType, ack, read, createdAt)
     values (?, ?, ?, ?, ?, ?, ?, ?, 'chat', ?, 1, ?)`,
  )
  const newest = Date.now() - 3_600_000
  for (let index = 1; index <= count; index++) {
    const fromMe = Number(index % 5 < 2)
    const at = new Date(newest - (count - index) * 600_000).toISOString()
    const { companyId, contactId, whatsappId } = ticket
    const text = `${index}. ${messageText(index)}`
    insert.run(
      companyId,
      contactId,
      whatsappId,
      ticketId,
      `PAST${index}`,
      fromMe,
      fromMe ? 'agent' : 'customer',
      text,
      fromMe ? 3 : 0,
      at,
    )
  }
}
