import type { InvitationFacts } from '../../../../src/features/accounts/invitations/model'
import { limits } from '../../../../src/shared/limits'
import { EmailField } from '../../../components/email-field'
import { TextField } from '../../../components/field'
import { Form, SubmitButton } from '../../../components/form'
import { PasswordField } from '../../../components/password-field'
import { createForm, email, length, required, useForm } from '../../../lib/form'
import { newPasswordLength, passwordBounds } from '../../../lib/password-bounds'
import { acceptInvitation } from '../../../lib/session'
import { useTranslation } from '../../../lib/use-translation'

const makeForm = ({ name, email: address, passwordMin }: InvitationFacts) =>
  createForm(
    { name, email: address ?? '', password: '' },
    {
      name: [required, length(limits.name)],
      email: [required, email, length(limits.email)],
      password: [required, newPasswordLength({ min: passwordMin })],
    },
    { ERR_WEAK_PASSWORD: 'password', ...(address === null && { ERR_EMAIL_TAKEN: 'email' as const }) },
  )

/** Name and password of the invited person; the e-mail is fixed when the invitation names it. */
export function AcceptForm({ token, facts }: { token: string; facts: InvitationFacts }) {
  const { t } = useTranslation()
  const form = useForm(() => makeForm(facts))
  const send = ({ name, email, password }: { name: string; email: string; password: string }) =>
    acceptInvitation({ token, name: name.trim(), password, ...(facts.email === null && { email: email.trim() }) })
  return (
    <Form form={form} send={send} className="flex flex-col gap-4">
      <TextField
        field={form.field('name')}
        label={t('auth.setupName')}
        maxLength={limits.name.max}
        autoComplete="name"
        autoFocus
      />
      {facts.email === null ? (
        <EmailField field={form.field('email')} />
      ) : (
        <p className="break-words text-muted">
          {t('invited.signsInWith', { email: facts.email, interpolation: { escapeValue: false } })}
        </p>
      )}
      <PasswordField
        field={form.field('password')}
        label={t('auth.password')}
        hint={t('auth.passwordHint', passwordBounds({ min: facts.passwordMin }))}
        autoComplete="new-password"
      />
      <SubmitButton of={form}>{t('invited.accept')}</SubmitButton>
    </Form>
  )
}
