import type { BinaryNode, WASocket } from '@whiskeysockets/baileys'
import { numberVariants } from '../shared/phone/forms'
import type { Baileys } from './baileys'
import { bareJid, pnDigits } from './jid'

/** WhatsApp's answer about one form of a number; `asked` is null when the answer does not name it. */
interface Answer {
  asked: string | null
  jid: string
  exists: boolean
}

/** The account of a number: the number as asked, and the address that WhatsApp answered. */
interface FoundNumber {
  number: string
  jid: string
}

/**
 * Asks WhatsApp who the numbers are, in all their forms. The address in the answer counts, whatever its digits; of several
 * forms with an account the first in the order asked. Returns the numbers that exist, in the order asked.
 *
 * Baileys drops the number that an answer names. Without it, an answer with other digits cannot be assigned.
 */
export async function askNumbers(
  { USyncQuery, USyncUser }: Baileys,
  sock: Pick<WASocket, 'executeUSyncQuery'>,
  numbers: string[],
): Promise<FoundNumber[]> {
  const forms = [...new Set(numbers.flatMap(numberVariants))]
  if (forms.length === 0) return []
  const query = new USyncQuery().withContactProtocol()
  const [protocol] = query.protocols
  if (protocol) protocol.parser = readContact as typeof protocol.parser
  for (const form of forms) query.withUser(new USyncUser().withPhone(`+${form}`))
  const result = await sock.executeUSyncQuery(query)
  const answers = (result?.list ?? []).map(({ id, contact }) => ({ ...(contact as Contact), jid: bareJid(id) }))
  return assign(numbers, forms, answers)
}

type Contact = Omit<Answer, 'jid'>

/** Reads the node of a contact: whether it exists, and the number as it was asked. */
function readContact({ attrs, content }: BinaryNode): Contact {
  const text =
    typeof content === 'string' ? content : content instanceof Uint8Array ? Buffer.from(content).toString() : ''
  return { asked: text.replace(/\D/g, '') || null, exists: attrs.type === 'in' }
}

/** Assigns answers to the numbers asked; of several forms of a number the first that has an account counts. */
function assign(numbers: string[], forms: string[], answers: Answer[]): FoundNumber[] {
  const jids = new Map<string, string>()
  const isComplete = answers.length === forms.length
  for (const [at, answer] of answers.entries()) {
    if (!answer.exists || answer.jid === '') continue
    for (const form of formsOf(answer, isComplete ? forms[at] : undefined))
      if (!jids.has(form)) jids.set(form, answer.jid)
  }
  return numbers.flatMap((number) => {
    const form = numberVariants(number).find((each) => jids.has(each))
    return form === undefined ? [] : [{ number, jid: jids.get(form) as string }]
  })
}

/** Forms that an answer is about: the one that it names, else that of its place, else those of its own digits. */
function formsOf({ asked, jid }: Answer, atPlace: string | undefined): string[] {
  const named = asked ?? atPlace
  return named === undefined ? numberVariants(pnDigits(jid) ?? '') : [named]
}
