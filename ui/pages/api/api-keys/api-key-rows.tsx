import { Pencil, Trash2 } from 'lucide-react'
import type { ApiKey } from '../../../../src/features/accounts/api-keys/model'
import { Badge } from '../../../components/badge'
import { IconButton } from '../../../components/icon-button'
import { dueDay, formatDateTime } from '../../../lib/time'
import { useTranslation } from '../../../lib/use-translation'
import { revokeApiKey } from './store'

interface ApiKeyRowsProps {
  rows: ApiKey[]
  onEdit: (apiKey: ApiKey) => void
}

/** API keys as cards: name, start of the key, scopes, last use, end and addresses. */
export function ApiKeyRows({ rows, onEdit }: ApiKeyRowsProps) {
  const { t } = useTranslation()
  return (
    <ul aria-label={t('apiKeys.title')} className="flex flex-col gap-3">
      {rows.map((apiKey) => (
        <li key={apiKey.id} className="rounded-lg border border-line bg-surface py-3 pr-2 pl-4">
          <div className="flex items-center gap-2">
            <span className="flex min-w-0 flex-1 flex-wrap items-center gap-x-2 gap-y-1">
              <span className="min-w-0 font-medium wrap-anywhere">{apiKey.name}</span>
              {apiKey.ended && <Badge tone="warn">{t('apiKeys.ended')}</Badge>}
            </span>
            <Actions apiKey={apiKey} onEdit={onEdit} />
          </div>
          <p className="pr-2 font-mono text-muted text-sm wrap-anywhere">{apiKey.prefix}…</p>
          <Facts apiKey={apiKey} />
        </li>
      ))}
    </ul>
  )
}

function Facts({ apiKey }: { apiKey: ApiKey }) {
  const { t } = useTranslation()
  const { scopes, expiresOn, lastUsedAt, lastAddress, addresses, user, confirms } = apiKey
  const unescaped = { interpolation: { escapeValue: false } }
  const facts = [
    lastUsedAt
      ? t('apiKeys.lastUse', { at: formatDateTime(lastUsedAt), address: lastAddress, ...unescaped })
      : t('apiKeys.unused'),
    expiresOn && t('apiKeys.until', { day: dueDay(expiresOn), ...unescaped }),
    addresses.length > 0 && t('apiKeys.from', { addresses: addresses.join(', '), ...unescaped }),
    scopes.includes('send') && !confirms && t('apiKeys.unconfirmed'),
    t('apiKeys.by', { name: user.name, ...unescaped }),
  ]
  return (
    <>
      <p className="pr-2 text-sm">{scopes.map((scope) => t(`apiKeys.scopeNames.${scope}`)).join(' · ')}</p>
      <p className="pr-2 text-muted text-sm wrap-anywhere">{facts.filter(Boolean).join(' · ')}</p>
    </>
  )
}

function Actions({ apiKey, onEdit }: { apiKey: ApiKey; onEdit: (apiKey: ApiKey) => void }) {
  const { t } = useTranslation()
  const nameOption = { name: apiKey.name, interpolation: { escapeValue: false } }
  return (
    <span className="inline-flex">
      <IconButton label={t('apiKeys.editOf', nameOption)} onClick={() => onEdit(apiKey)}>
        <Pencil aria-hidden />
      </IconButton>
      <IconButton label={t('apiKeys.revokeOf', nameOption)} tone="danger" onClick={() => void revokeApiKey(apiKey)}>
        <Trash2 aria-hidden />
      </IconButton>
    </span>
  )
}
