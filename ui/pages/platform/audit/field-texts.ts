import { automationFields } from './fields/automation'
import { billingFields } from './fields/billing'
import { campaignsFields } from './fields/campaigns'
import type { EntityFields, FieldText } from './fields/field'
import { peopleFields } from './fields/people'
import { serviceFields } from './fields/service'

/** Fields of the log by entity, with the label of the form where they are edited. */
const fieldTexts: EntityFields = {
  ...peopleFields,
  ...serviceFields,
  ...automationFields,
  ...campaignsFields,
  ...billingFields,
}

/** Label and type of a field; null for an unknown field. Settings use their own page's labels. */
export const findFieldText = (entity: string, name: string): FieldText | null =>
  Object.hasOwn(fieldTexts, entity) && Object.hasOwn(fieldTexts[entity] as object, name)
    ? (fieldTexts[entity]?.[name] ?? null)
    : null
