import type { Scope } from '../../../core/scope'
import { hot } from '../../../core/storage/tenant'
import { AppError } from '../../../shared/errors'
import type { ConnectionRef } from '../../../whatsapp/contract'
import { findContactByNumber } from '../../contacts/contacts/identify'
import { numberOfAnswer } from '../../contacts/contacts/number-answers'
import { typedNumber } from '../../contacts/contacts/typed-number'
import { findAddresses, maxMissingAge, storeAddresses } from '../../contacts/lists/checks/addresses'

/** A customer's number as stored, and its WhatsApp address. */
export interface CustomerAddress {
  number: string
  jid: string
}

/** Selects only the columns needed for sending: the whole contact takes three times as long to read. */
const contactAddress = hot<{ number: string }>()((db, p) =>
  db.select('contacts').select(['id', 'waJid']).where('number', '=', p('number')),
)

/** Returns the contact of a number, also of a number that belonged to a contact merged into it. */
export const findContactAddress = async (
  scope: Scope,
  number: string,
): Promise<{ id: number; waJid: string } | undefined> =>
  (await scope.db.first(contactAddress, { number })) ?? (await findContactByNumber(scope, number))

/**
 * Returns the address of a number: a contact's stored one, else WhatsApp's answer while the connection is open. The answer
 * counts for 30 days, for a number without WhatsApp for 24 hours.
 * @throws ERR_WAPP_INVALID_CONTACT, ERR_WAPP_CHECK_CONTACT
 */
export async function addressOf(scope: Scope, connection: ConnectionRef, typed: string): Promise<CustomerAddress> {
  const number = await typedNumber(scope, typed)
  const contact = await findContactAddress(scope, number)
  if (contact) return { number, jid: contact.waJid }
  const jid = scope.ports.whatsapp.isOpen(connection)
    ? await askWhatsApp(scope, connection, number)
    : `${number}@s.whatsapp.net`
  if (jid === null) throw new AppError('ERR_WAPP_INVALID_CONTACT')
  return { number: numberOfAnswer(number, jid), jid }
}

async function askWhatsApp(scope: Scope, connection: ConnectionRef, number: string): Promise<string | null> {
  const [known] = await findAddresses(scope, [number], maxMissingAge)
  if (known) return known.jid
  const found = await scope.ports.whatsapp.onWhatsApp(connection, [number]).catch(() => {
    throw new AppError('ERR_WAPP_CHECK_CONTACT')
  })
  const jid = found[0]?.jid ?? null
  await scope.transaction((tx) => storeAddresses(tx, [{ number, jid }]))
  return jid
}
