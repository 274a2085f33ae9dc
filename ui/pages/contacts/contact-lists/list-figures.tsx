import type { ContactList } from '../../../../src/features/contacts/lists/model'
import { useTranslation } from '../../../lib/use-translation'

/** "120 contacts · 100 on WhatsApp · 8 not on WhatsApp"; figures of 0 are left out after the first. */
export function ListFigures({ list: { contactsCount, validCount, invalidCount } }: { list: ContactList }) {
  const { t } = useTranslation()
  return [
    t('contactLists.count', { count: contactsCount }),
    ...(validCount > 0 ? [t('contactLists.valid', { count: validCount })] : []),
    ...(invalidCount > 0 ? [t('contactLists.invalid', { count: invalidCount })] : []),
  ].join(' · ')
}
