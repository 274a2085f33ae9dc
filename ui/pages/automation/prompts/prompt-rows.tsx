import { KeyRound, Pencil, Trash2 } from 'lucide-react'
import type { Prompt } from '../../../../src/features/automation/prompts/model'
import { textVoice } from '../../../../src/shared/voices'
import { IconButton } from '../../../components/icon-button'
import { CardSkeletons } from '../../../components/skeleton'
import { SkeletonTable } from '../../../components/skeleton-table'
import { TableHead } from '../../../components/table-head'
import { useTranslation } from '../../../lib/use-translation'
import { modelName } from './models'
import { removePrompt } from './store'

interface PromptRowsProps {
  rows: Prompt[]
  onEdit: (prompt: Prompt) => void
}

const cell = 'px-4 py-2 align-middle'

export function PromptTable({ rows, onEdit }: PromptRowsProps) {
  const { t } = useTranslation()
  return (
    <div className="overflow-x-auto rounded-lg border border-line bg-surface">
      <table className="page-table">
        <TableHead columns={useColumns()} actions={t('queues.actions')} />
        <tbody className="divide-y divide-line">
          {rows.map((prompt) => (
            <tr key={prompt.id}>
              <th scope="row" className={`${cell} min-w-40 text-left font-medium wrap-anywhere`}>
                {prompt.name}
                <KeyNotices prompt={prompt} />
              </th>
              <td className={`${cell} text-muted wrap-anywhere`}>{modelName(prompt.model)}</td>
              <td className={`${cell} text-muted wrap-anywhere`}>{prompt.queue?.name ?? '—'}</td>
              <td className={`${cell} text-muted tabular-nums`}>{prompt.maxTokens}</td>
              <td className={`${cell} py-1! whitespace-nowrap text-right`}>
                <Actions prompt={prompt} onEdit={onEdit} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

function useColumns() {
  const { t } = useTranslation()
  return [t('prompts.name'), t('prompts.model'), t('prompts.queue'), t('prompts.maxTokens')]
}

/** Placeholder of the prompts while they load. */
export function PromptSkeleton({ isTable }: { isTable: boolean }) {
  const columns = useColumns()
  return isTable ? <SkeletonTable columns={columns} rows={3} /> : <CardSkeletons rows={3} height={80} />
}

/** Prompts as cards, for narrow screens. */
export function PromptCards({ rows, onEdit }: PromptRowsProps) {
  const { t } = useTranslation()
  return (
    <ul aria-label={t('prompts.title')} className="flex flex-col gap-3">
      {rows.map((prompt) => (
        <li key={prompt.id} className="rounded-lg border border-line bg-surface py-2 pr-2 pl-4">
          <div className="flex items-center gap-2">
            <span className="min-w-0 flex-1 font-medium wrap-anywhere">{prompt.name}</span>
            <Actions prompt={prompt} onEdit={onEdit} />
          </div>
          <p className="pr-2 text-muted text-sm wrap-anywhere">
            {modelName(prompt.model)} · {prompt.queue?.name ?? '—'}
          </p>
          <KeyNotices prompt={prompt} />
        </li>
      ))}
    </ul>
  )
}

/** Says that a service refused a key, or that an imported prompt has none. */
function KeyNotices({ prompt: { keyRefusedAt, apiKey, voice, voiceKeyRefusedAt, voiceKey } }: { prompt: Prompt }) {
  const { t } = useTranslation()
  return (
    <>
      {apiKey === '' ? (
        <KeyNotice text={t('prompts.keyMissing')} />
      ) : (
        keyRefusedAt !== null && <KeyNotice text={t('prompts.keyRefused')} />
      )}
      {voice !== textVoice && voiceKey === '' ? (
        <KeyNotice text={t('prompts.voiceKeyMissing')} />
      ) : (
        voiceKeyRefusedAt !== null && <KeyNotice text={t('prompts.voiceKeyRefused')} />
      )}
    </>
  )
}

const KeyNotice = ({ text }: { text: string }) => (
  <span className="mt-0.5 flex items-center gap-1 font-normal text-danger-ink text-sm">
    <KeyRound aria-hidden className="size-3.5 shrink-0" />
    {text}
  </span>
)

function Actions({ prompt, onEdit }: { prompt: Prompt; onEdit: (prompt: Prompt) => void }) {
  const { t } = useTranslation()
  const nameOption = { name: prompt.name, interpolation: { escapeValue: false } }
  return (
    <span className="inline-flex">
      <IconButton label={t('prompts.editOf', nameOption)} onClick={() => onEdit(prompt)}>
        <Pencil aria-hidden />
      </IconButton>
      <IconButton label={t('prompts.deleteOf', nameOption)} tone="danger" onClick={() => void removePrompt(prompt)}>
        <Trash2 aria-hidden />
      </IconButton>
    </span>
  )
}
