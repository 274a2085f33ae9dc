import type { VariableContext } from '../../src/shared/variables'
import { useMe } from '../lib/session'
import { useTranslation } from '../lib/use-translation'

/** Example contact and ticket for the variables of a text that no customer receives yet. */
export function useSampleOccasion(now = new Date()): VariableContext {
  const { t } = useTranslation()
  const { timeZone, language } = useMe().company
  const ticket = { id: 1234, createdAt: now.toISOString() }
  return { contactName: t('variables.sample'), ticket, timeZone, language, now }
}
