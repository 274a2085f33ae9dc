import type { Actor } from '../../../core/scope'
import { maskName, maskNumber } from '../../../shared/mask-numbers'
import { can } from '../../../shared/permissions'

/** True if the acting person does not see numbers of customers (ADR 0194); the process itself sees them. */
export const hidesNumbers = (actor: Actor) => !('system' in actor) && !can(actor, 'contact:seeNumber')

/** A number as the acting person sees it in a file. */
export const numberFor = (actor: Actor, number: string) => (hidesNumbers(actor) ? maskNumber(number) : number)

/** A name as the acting person sees it in a file: that of a customer without a name is the number. */
export const nameFor = (actor: Actor, name: string) => (hidesNumbers(actor) ? maskName(name) : name)

/**
 * True if a search would compare digits with numbers that the person does not see, and could guess them so: three digits
 * in the whole text, however they are separated, or fewer without a letter, which names that are numbers contain.
 */
export function searchesHiddenNumbers(actor: Actor, text: string): boolean {
  if (!hidesNumbers(actor)) return false
  const digits = text.replace(/\D/g, '').length
  return digits >= 3 || (digits > 0 && !/\p{L}/u.test(text))
}
