import { useId, useState } from 'react'
import { limits } from '../../../src/shared/limits'
import { TextField } from '../../components/field'
import { Form, SubmitButton } from '../../components/form'
import { SwitchField } from '../../components/switch-field'
import { Tabs, tabPanelProps } from '../../components/tabs'
import { createForm, length, type Rule, required, useForm } from '../../lib/form'
import { useTranslation } from '../../lib/use-translation'
import { useValue } from '../../lib/use-value'
import { CopyBlock } from './copy-block'
import { curlCommand } from './curl'
import { FilesInput } from './files-input'
import { endpointAddress } from './guide'
import { type ApiResponse, ApiResponseView } from './result'
import { Section } from './section'

type Kind = 'text' | 'media'

const atLeastOneFile: Rule<File[]> = (files) => (files.length > 0 ? null : { code: 'required' })
const makeForm = (kind: Kind) =>
  createForm(
    { number: '', body: '', files: [] as File[], closeTicket: false },
    {
      number: [required, length({ min: limits.contactNumber.min, max: 40 })],
      body: kind === 'text' ? [required, length(limits.apiBody)] : [length(limits.caption)],
      files: kind === 'media' ? [atLeastOneFile] : [],
    },
  )
type Values = ReturnType<ReturnType<typeof makeForm>['values']>

/** Forms that send a real request with the token, without the session. */
export function TryForms({ token }: { token: string }) {
  const { t } = useTranslation()
  const id = useId()
  const [kind, setKind] = useState<Kind>('text')
  const tabs = [
    { value: 'text' as const, label: t('messagesApi.tryText') },
    { value: 'media' as const, label: t('messagesApi.tryMedia') },
  ]
  return (
    <Section title={t('messagesApi.tryTitle')}>
      <Tabs label={t('messagesApi.tryTitle')} id={id} tabs={tabs} value={kind} onChange={setKind} />
      <div {...tabPanelProps(id, kind)}>
        <TryForm key={kind} kind={kind} token={token} />
      </div>
    </Section>
  )
}

function TryForm({ kind, token }: { kind: Kind; token: string }) {
  const { t } = useTranslation()
  const form = useForm(() => makeForm(kind))
  const [response, setResponse] = useState<ApiResponse | null>(null)
  const number = useValue(form.field('number').value)
  const body = useValue(form.field('body').value)
  const files = useValue(form.field('files').value)
  const closeTicket = useValue(form.field('closeTicket').value)
  const send = async (values: Values) => {
    setResponse(null)
    setResponse(await post(token, values))
  }
  const curl = curlCommand({
    address: endpointAddress(),
    token: token || 'TOKEN',
    number: number || '5511999998888',
    body,
    files: kind === 'media' ? (files.length > 0 ? files.map(({ name }) => name) : ['foto.jpg']) : [],
    closeTicket,
  })
  return (
    <Form form={form} send={send} className="flex flex-col gap-4">
      <TextField
        field={form.field('number')}
        label={t('messagesApi.number')}
        type="tel"
        inputMode="tel"
        placeholder="5511999998888"
        autoComplete="off"
      />
      <TextField field={form.field('body')} label={t('messagesApi.body')} rows={3} optional={kind === 'media'} />
      {kind === 'media' && <FilesInput field={form.field('files')} />}
      <SwitchField field={form.field('closeTicket')} label={t('messagesApi.closeTicket')} />
      <CopyBlock text={curl} label={t('messagesApi.copyCurl')} />
      <SubmitButton of={form}>{t('messagesApi.send')}</SubmitButton>
      {response && <ApiResponseView {...response} />}
    </Form>
  )
}

async function post(token: string, { number, body, files, closeTicket }: Values): Promise<ApiResponse> {
  const headers = { authorization: `Bearer ${token}`, 'idempotency-key': crypto.randomUUID() }
  const init =
    files.length > 0
      ? { headers, body: formOf({ number, body, closeTicket: String(closeTicket) }, files) }
      : {
          headers: { ...headers, 'content-type': 'application/json' },
          body: JSON.stringify({ number, body, closeTicket }),
        }
  const answer = await fetch(endpointAddress(), { method: 'POST', ...init })
  return { status: answer.status, body: await answer.json().catch(() => null) }
}

function formOf(fields: Record<string, string>, files: File[]): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.append(name, value)
  for (const file of files) form.append('medias', file)
  return form
}
