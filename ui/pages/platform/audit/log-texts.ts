import i18n, { type TFunction } from 'i18next'
import type { Texts } from '../../../i18n/pt/all'
import { useTranslation } from '../../../lib/use-translation'
import { findFieldText } from './field-texts'
import { optionOf, valueText } from './value-texts'

type KeyOf<Group extends keyof Texts['audit']> = keyof Texts['audit'][Group]

/** Translations of the log's terms; a term without a translation is shown as stored. */
export function logTexts(t: TFunction) {
  return {
    entity: (entity: string) =>
      i18n.exists(`audit.entities.${entity}`) ? t(`audit.entities.${entity as KeyOf<'entities'>}`) : entity,
    action: (action: string) =>
      i18n.exists(`audit.actions.${action}`) ? t(`audit.actions.${action as KeyOf<'actions'>}`) : action,
    /** Name of an automatic actor, such as a scheduled task. */
    system: (name: string) =>
      i18n.exists(`audit.systems.${name}`) ? t(`audit.systems.${name as KeyOf<'systems'>}`) : name,
    /** Name of the changed object; a setting has the label of the settings page. */
    name: (entity: string, name: string) => {
      const option = entity === 'setting' && optionOf(name)
      return option ? t(option.text) : name
    },
    /** Null for a field without a label. */
    field: (entity: string, field: string): string | null => {
      if (entity === 'setting' && field === 'value') return t('audit.named.value')
      const fieldText = findFieldText(entity, field)
      return fieldText && t(fieldText.text)
    },
    value: (line: { entity: string; name: string }, field: string, value: unknown) => valueText(t, line, field, value),
  }
}

export const useLogTexts = () => logTexts(useTranslation().t)
