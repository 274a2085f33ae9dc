import { useId, useState } from 'react'
import { limits } from '../../../../src/shared/limits'
import { TextField } from '../../../components/field'
import { Form, SubmitButton } from '../../../components/form'
import { Select } from '../../../components/select'
import { SwitchField } from '../../../components/switch-field'
import { Tabs, tabPanelProps } from '../../../components/tabs'
import { createForm, length, type Rule, required, useForm } from '../../../lib/form'
import { newId } from '../../../lib/id'
import { useQueues } from '../../../lib/queues'
import { useTranslation } from '../../../lib/use-translation'
import { useValue } from '../../../lib/use-value'
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
    { number: '', body: '', queueId: '', key: '', files: [] as File[], closeTicket: false },
    {
      number: [required, length(limits.typedNumber)],
      body: kind === 'text' ? [required, length(limits.apiBody)] : [length(limits.caption)],
      files: kind === 'media' ? [atLeastOneFile] : [],
      key: [length({ max: limits.idempotencyKey.max })],
    },
  )
type Values = ReturnType<ReturnType<typeof makeForm>['values']>

/** Forms that send a real request with the token, without the session. */
export function TryForms({ token }: { token: string }) {
  const { t } = useTranslation()
  const id = useId()
  const [kind, setKind] = useState<Kind>('text')
  const forms = { text: useForm(() => makeForm('text')), media: useForm(() => makeForm('media')) }
  /** Chooses the other form, which takes over the typed values. */
  const change = (next: Kind) => {
    forms[next].reset(forms[kind].values())
    setKind(next)
  }
  const tabs = [
    { value: 'text' as const, label: t('messagesApi.tryText') },
    { value: 'media' as const, label: t('messagesApi.tryMedia') },
  ]
  return (
    <Section title={t('messagesApi.tryTitle')}>
      <Tabs label={t('messagesApi.tryTitle')} id={id} tabs={tabs} value={kind} onChange={change} />
      <div {...tabPanelProps(id, kind)}>
        <TryForm key={kind} kind={kind} form={forms[kind]} token={token} />
      </div>
    </Section>
  )
}

function TryForm({ kind, form, token }: { kind: Kind; form: ReturnType<typeof makeForm>; token: string }) {
  const { t } = useTranslation()
  const { rows } = useQueues()
  const [response, setResponse] = useState<ApiResponse | null>(null)
  const number = useValue(form.field('number').value)
  const body = useValue(form.field('body').value)
  const files = useValue(form.field('files').value)
  const queueId = useValue(form.field('queueId').value)
  const key = useValue(form.field('key').value)
  const closeTicket = useValue(form.field('closeTicket').value)
  const send = async (values: Values) => {
    setResponse(null)
    setResponse(await post(token, kind === 'text' ? { ...values, files: [] } : values))
  }
  const curl = curlCommand({
    address: endpointAddress(),
    token: token || 'TOKEN',
    number: number || '5511999998888',
    body: body || (kind === 'text' ? t('messagesApi.exampleBody') : ''),
    queueId,
    key,
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
      <Select
        field={form.field('queueId')}
        label={t('messagesApi.queue')}
        choices={[
          { value: '', label: t('messagesApi.noQueue') },
          ...rows.map(({ id, name }) => ({ value: String(id), label: name })),
        ]}
        optional
      />
      <TextField
        field={form.field('key')}
        label="Idempotency-Key"
        hint={t('messagesApi.keyHint')}
        autoComplete="off"
        optional
      />
      <SwitchField field={form.field('closeTicket')} label={t('messagesApi.closeTicket')} />
      <CopyBlock text={curl} label={t('messagesApi.copyCurl')} />
      <SubmitButton of={form}>{t('messagesApi.send')}</SubmitButton>
      {response && <ApiResponseView {...response} />}
    </Form>
  )
}

async function post(token: string, { number, body, files, closeTicket, queueId, key }: Values): Promise<ApiResponse> {
  const headers = { authorization: `Bearer ${token}`, 'idempotency-key': key.trim() || newId() }
  const queue: Record<string, string> = queueId === '' ? {} : { queueId }
  const init =
    files.length > 0
      ? { headers, body: formOf({ number, body, ...queue, closeTicket: String(closeTicket) }, files) }
      : {
          headers: { ...headers, 'content-type': 'application/json' },
          body: JSON.stringify({ number, body, ...queue, closeTicket }),
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
