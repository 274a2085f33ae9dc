import type { Contact } from '../../../../../src/features/contacts/contacts/model'
import { EmailAddress } from '../../../../components/email-address'
import { Section } from '../../../../contact/details-section'
import { showNumber } from '../../../../lib/phone'
import { formatDate } from '../../../../lib/time'
import { useTranslation } from '../../../../lib/use-translation'
import { Fact, FactList } from './fact-list'

/** Other numbers, e-mail, own fields and the wish for no campaigns of a contact; nothing without any. */
export function Fields({ contact }: { contact: Contact }) {
  const { t } = useTranslation()
  const { otherNumbers, email, extraInfo, optedOutAt, disableBot } = contact
  const fields = [
    ...otherNumbers.map((number) => ({ id: number, name: t('details.otherNumber'), value: showNumber(number) })),
    ...(email ? [{ id: 'email', name: t('contacts.email'), value: <EmailAddress address={email} /> }] : []),
    ...extraInfo.map(({ id, name, value }) => ({ id: String(id), name, value })),
    ...(disableBot ? [{ id: 'bot', name: t('details.robot'), value: t('contacts.disableBot') }] : []),
  ]
  if (fields.length === 0 && !optedOutAt) return null
  return (
    <Section title={t('details.fields')}>
      <FactList>
        {fields.map(({ id, name, value }) => (
          <Fact key={id} name={name}>
            {value || '—'}
          </Fact>
        ))}
      </FactList>
      {optedOutAt && <p className="text-muted text-sm">{t('optOuts.markSince', { date: formatDate(optedOutAt) })}</p>}
    </Section>
  )
}
