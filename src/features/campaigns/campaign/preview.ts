import type { Scope } from '../../../core/scope'
import { type Addressee, fillCampaignText, unknownVariables } from '../../../shared/campaign/text'
import { variantsOf } from '../../../shared/campaign/variants'
import { AppError } from '../../../shared/errors'
import { readCampaignSettings } from '../../numbers/pace/campaign-settings'
import { findContact, findItem, listTargets } from '../recipients/people'
import { assertReferencesExist } from '../recipients/values'
import type { Preview, PreviewInput } from './model'

/** Person of the preview of an empty list. */
const example: Addressee = { name: 'Maria Silva', number: '5511999990000', email: 'maria@example.com' }

/**
 * Returns each text as the chosen recipient will read it, else as the first one of the list or tag will.
 * @throws ERR_NO_CONTACT_LIST_FOUND, ERR_NO_TAG_FOUND, ERR_NO_CONTACT_LIST_ITEM_FOUND, ERR_NO_CONTACT_FOUND
 */
export async function previewCampaign(scope: Scope, input: PreviewInput): Promise<Preview> {
  await assertReferencesExist(scope, { contactListId: input.contactListId, tagId: input.tagId })
  const { variables } = await readCampaignSettings(scope)
  const recipient = await recipientOf(scope, input)
  const person = recipient ?? example
  const { message1 = '', message2 = '', message3 = '', message4 = '', message5 = '' } = input
  const variants = variantsOf({ message1, message2, message3, message4, message5 }).map(({ variant, message }) => ({
    variant,
    text: fillCampaignText(message, person, variables),
    unknownVariables: unknownVariables(message, variables, person.variables),
  }))
  return { recipient, variants }
}

async function recipientOf(scope: Scope, input: PreviewInput): Promise<Addressee | null> {
  const { contactListItemId, contactId, contactListId = null, tagId = null } = input
  if (contactListItemId !== undefined) {
    const item = await findItem(scope, contactListItemId)
    if (!item) throw new AppError('ERR_NO_CONTACT_LIST_ITEM_FOUND')
    return item
  }
  if (contactId !== undefined) {
    const contact = await findContact(scope, contactId)
    if (!contact) throw new AppError('ERR_NO_CONTACT_FOUND')
    return contact
  }
  const [first] = await listTargets(scope, { contactListId, tagId }, 0, 1)
  if (first) return { name: first.name, number: first.number, email: first.email, variables: first.variables ?? {} }
  return null
}
