import i18n from 'i18next'
import { useState } from 'react'
import { Link, useLocation } from 'wouter'
import type { Language } from '../../../../src/shared/enums'
import { limits } from '../../../../src/shared/limits'
import { Alert } from '../../../components/alert'
import { EmailField } from '../../../components/email-field'
import { TextField } from '../../../components/field'
import { Form, SubmitButton } from '../../../components/form'
import { PasswordField } from '../../../components/password-field'
import { PublicFrame } from '../../../layout/public-frame'
import { publicApi, unwrapResponse } from '../../../lib/api'
import { createForm, digits, email, length, phone, phoneMask, required, useForm } from '../../../lib/form'
import { newPasswordLength, passwordBounds } from '../../../lib/password-bounds'
import { paths } from '../../../lib/paths'
import { storeLoginNotice } from '../../../lib/session-end'
import { system } from '../../../lib/system'
import { useTranslation } from '../../../lib/use-translation'
import { useValue } from '../../../lib/use-value'
import { ConsentField } from './consent-field'
import { PlanSelect } from './plan-select'

const empty = { adminName: '', name: '', email: '', phone: '', password: '', planId: '', consent: false }
type Values = typeof empty

const makeForm = () =>
  createForm(
    empty,
    {
      adminName: [required, length(limits.name)],
      name: [required, length(limits.name)],
      email: [required, email, length(limits.email)],
      phone: [required, phone],
      password: [required, newPasswordLength()],
      planId: [(value) => (value ? null : { code: 'choose' })],
      consent: [(value) => (value ? null : { code: 'required' })],
    },
    {
      ERR_EMAIL_TAKEN: 'email',
      ERR_COMPANY_NAME_ALREADY_EXISTS: 'name',
      ERR_WEAK_PASSWORD: 'password',
      ERR_NO_PLAN_FOUND: 'planId',
    },
  )

export function SignupPage() {
  const { t } = useTranslation()
  const [, navigate] = useLocation()
  const form = useForm(makeForm)
  const facts = useValue(system)
  const closed = facts?.signup === false
  const [mailedTo, setMailedTo] = useState('')

  const send = async ({ planId, ...values }: Values) => {
    const texts = { adminName: values.adminName.trim(), name: values.name.trim(), email: values.email.trim() }
    const body = { ...values, ...texts, phone: digits(values.phone) }
    const language = i18n.language as Language
    const answer = await unwrapResponse(
      publicApi.companies.cadastro.post({ ...body, language, planId: Number(planId) }),
    )
    if (answer.confirm) return setMailedTo(body.email)
    storeLoginNotice({ kind: 'signedUp' })
    navigate(paths.login)
  }
  if (mailedTo)
    return (
      <PublicFrame title={t('auth.signupMailTitle')}>
        <Alert tone="good">{t('auth.signupMailed', { email: mailedTo, interpolation: { escapeValue: false } })}</Alert>
      </PublicFrame>
    )
  return (
    <PublicFrame title={t('auth.signupTitle')} lead={closed ? undefined : t('auth.signupLead')}>
      {closed ? (
        <Alert tone="info">{t('auth.signupClosed')}</Alert>
      ) : (
        <Form form={form} send={send} className="flex flex-col gap-4">
          <TextField field={form.field('adminName')} label={t('auth.setupName')} autoComplete="name" autoFocus />
          <TextField field={form.field('name')} label={t('auth.companyName')} autoComplete="organization" />
          <EmailField field={form.field('email')} />
          <TextField
            field={form.field('phone')}
            label={t('auth.phone')}
            type="tel"
            inputMode="tel"
            autoComplete="tel-national"
            placeholder="(99) 99999-9999"
            mask={phoneMask}
          />
          <PasswordField
            field={form.field('password')}
            label={t('auth.password')}
            hint={t('auth.passwordHint', passwordBounds())}
            autoComplete="new-password"
          />
          <PlanSelect field={form.field('planId')} />
          <ConsentField field={form.field('consent')} terms={facts?.signupTerms ?? ''} />
          <SubmitButton of={form}>{t('auth.signup')}</SubmitButton>
        </Form>
      )}
      <p className="mt-6 text-center text-muted">
        {t('auth.hasAccount')}{' '}
        <Link href={paths.login} className="font-medium text-accent-ink underline underline-offset-2">
          {t('auth.toLogin')}
        </Link>
      </p>
    </PublicFrame>
  )
}
