import { limits } from '../../../../src/shared/limits'
import { useTranslation } from '../../../lib/use-translation'
import { CopyBlock } from './copy-block'
import { Section } from './section'

export const endpointAddress = () => `${location.origin}/api/messages/send`

/** Description of the endpoint: fields, limits, responses. */
export function Guide() {
  const { t } = useTranslation()
  const megabytes = limits.apiFile / 2 ** 20
  const fields: [name: string, text: string][] = [
    ['number', t('messagesApi.fieldNumber')],
    ['body', t('messagesApi.fieldBody', limits.apiBody)],
    ['medias', t('messagesApi.fieldMedias', { count: limits.apiFiles, size: megabytes })],
    ['queueId', t('messagesApi.fieldQueue')],
    ['closeTicket', t('messagesApi.fieldClose')],
    ['Idempotency-Key', t('messagesApi.fieldKey')],
  ]
  const answers: [status: string, text: string][] = [
    ['200', t('messagesApi.answer200')],
    ['400', t('messagesApi.answer400')],
    ['401', t('messagesApi.answer401')],
    ['403', t('messagesApi.answer403')],
    ['409', t('messagesApi.answer409')],
    ['413', t('messagesApi.answer413')],
    ['422', t('messagesApi.answer422')],
    ['429', t('messagesApi.answer429')],
    ['503', t('messagesApi.answer503')],
  ]
  return (
    <Section title={t('messagesApi.howTitle')}>
      <p>{t('messagesApi.how')}</p>
      <CopyBlock text={`POST ${endpointAddress()}`} copied={endpointAddress()} label={t('messagesApi.copyAddress')} />
      <p>{t('messagesApi.howTicket')}</p>
      <DefinitionTable name={t('messagesApi.field')} meaning={t('messagesApi.meaning')} rows={fields} />
      <p>{t('messagesApi.limit')}</p>
      <DefinitionTable name={t('messagesApi.answers')} meaning={t('messagesApi.meaning')} rows={answers} />
      <p>
        <a
          href="/api/openapi.json"
          target="_blank"
          rel="noreferrer"
          className="font-medium text-accent-ink underline underline-offset-2"
        >
          {t('messagesApi.document')}
        </a>
      </p>
    </Section>
  )
}

function DefinitionTable({ name, meaning, rows }: { name: string; meaning: string; rows: [string, string][] }) {
  return (
    <table className="w-full text-left text-sm">
      <thead className="border-line border-b text-muted">
        <tr>
          <th scope="col" className="w-36 py-2 pr-3 font-medium">
            {name}
          </th>
          <th scope="col" className="py-2 font-medium">
            {meaning}
          </th>
        </tr>
      </thead>
      <tbody className="divide-y divide-line">
        {rows.map(([key, text]) => (
          <tr key={key}>
            <th scope="row" className="py-2 pr-3 align-top font-normal">
              <code className="wrap-anywhere">{key}</code>
            </th>
            <td className="py-2">{text}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
