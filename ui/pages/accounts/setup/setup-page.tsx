import { Link, useSearch } from 'wouter'
import { limits } from '../../../../src/shared/limits'
import { Alert } from '../../../components/alert'
import { EmailField } from '../../../components/email-field'
import { TextField } from '../../../components/field'
import { Form, SubmitButton } from '../../../components/form'
import { PasswordField } from '../../../components/password-field'
import { PublicFrame } from '../../../layout/public-frame'
import { createForm, email, length, required, useForm } from '../../../lib/form'
import { newPasswordLength, passwordBounds } from '../../../lib/password-bounds'
import { paths } from '../../../lib/paths'
import { setUp } from '../../../lib/session'
import { system } from '../../../lib/system'
import { useTranslation } from '../../../lib/use-translation'
import { useValue } from '../../../lib/use-value'
import { type Purpose, PurposeField } from './purpose-field'

/** Creates the first account with the one-time link printed by the first start. */
export function SetupPage() {
  const { t } = useTranslation()
  const token = new URLSearchParams(useSearch()).get('token')
  const done = useValue(system)?.setupNeeded === false
  if (done)
    return (
      <PublicFrame title={t('auth.setupDoneTitle')}>
        <p className="text-muted">{t('auth.setupDoneText')}</p>
        <Link href={paths.login} className="mt-4 inline-block font-medium text-accent-ink underline underline-offset-2">
          {t('auth.toLogin')}
        </Link>
      </PublicFrame>
    )
  return (
    <PublicFrame title={t('auth.setupTitle')} lead={t('auth.setupLead')}>
      {token ? <SetupForm token={token} /> : <Alert tone="warn">{t('auth.setupNoToken')}</Alert>}
    </PublicFrame>
  )
}

const empty = { name: '', companyName: '', email: '', password: '', purpose: 'own' as Purpose }

function SetupForm({ token }: { token: string }) {
  const { t } = useTranslation()
  const form = useForm(() =>
    createForm(
      empty,
      {
        name: [required, length(limits.name)],
        companyName: [length(limits.companyName)],
        email: [required, email, length(limits.email)],
        password: [required, newPasswordLength({ isSuper: true })],
      },
      { ERR_WEAK_PASSWORD: 'password', ERR_EMAIL_TAKEN: 'email' },
    ),
  )
  const send = ({ companyName, purpose, ...values }: typeof empty) => {
    const company = companyName.trim()
    const person = { ...values, name: values.name.trim(), email: values.email.trim() }
    return setUp({ token, ...person, sells: purpose === 'sells', ...(company && { companyName: company }) })
  }
  return (
    <Form form={form} send={send} className="flex flex-col gap-4">
      <TextField field={form.field('name')} label={t('auth.setupName')} autoComplete="name" autoFocus />
      <TextField field={form.field('companyName')} label={t('auth.companyName')} autoComplete="organization" optional />
      <EmailField field={form.field('email')} />
      <PasswordField
        field={form.field('password')}
        label={t('auth.password')}
        hint={t('auth.passwordHint', passwordBounds({ isSuper: true }))}
        autoComplete="new-password"
      />
      <PurposeField field={form.field('purpose')} />
      <SubmitButton of={form}>{t('auth.setup')}</SubmitButton>
    </Form>
  )
}
