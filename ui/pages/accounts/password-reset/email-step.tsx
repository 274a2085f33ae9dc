import { limits } from '../../../../src/shared/limits'
import { EmailField } from '../../../components/email-field'
import { Form, SubmitButton } from '../../../components/form'
import { publicApi, unwrapResponse } from '../../../lib/api'
import { createForm, email, length, required, useForm } from '../../../lib/form'
import { language } from '../../../lib/language'
import { useTranslation } from '../../../lib/use-translation'

/** Step one: e-mail address; an unknown address is shown as a problem of the field. */
export function EmailStep({ onRequested }: { onRequested: (email: string) => void }) {
  const { t } = useTranslation()
  const form = useForm(() =>
    createForm({ email: '' }, { email: [required, email, length(limits.email)] }, { ERR_USER_DONT_EXISTS: 'email' }),
  )
  const send = async (values: { email: string }) => {
    const address = values.email.trim()
    await unwrapResponse(publicApi.forgetpassword.post({ email: address, language: language.peek() }))
    onRequested(address)
  }
  return (
    <Form form={form} send={send} className="flex flex-col gap-4">
      <EmailField field={form.field('email')} autoFocus />
      <SubmitButton of={form}>{t('forgotten.send')}</SubmitButton>
    </Form>
  )
}
