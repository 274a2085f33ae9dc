import { ArrowUp, Pencil, Trash2 } from 'lucide-react'
import { type FormEvent, useEffect, useState } from 'react'
import type { TicketView } from '../../../../src/features/ticket-views/model'
import { limits } from '../../../../src/shared/limits'
import { Button } from '../../../components/button'
import { controlClass } from '../../../components/field'
import { IconButton } from '../../../components/icon-button'
import { classes } from '../../../lib/classes'
import { useTranslation } from '../../../lib/use-translation'
import { useValue } from '../../../lib/use-value'
import { applyView, currentFilter, isActiveView, loadViews, storeViews, views } from '../store/saved-views'

/** The user's saved filters, at the top of the panel of filters. */
export function SavedViews() {
  const { t } = useTranslation()
  const all = useValue(views)
  const [renamed, setRenamed] = useState<number | null>(null)
  useEffect(() => void loadViews(), [])
  if (all.length === 0) return null
  const replace = (at: number, ...next: TicketView[]) => storeViews(all.toSpliced(at, 1, ...next))
  const moveUp = (at: number) => storeViews(all.toSpliced(at, 1).toSpliced(at - 1, 0, all[at]!))
  const rename = async (at: number, name: string) => {
    if (await replace(at, { ...all[at]!, name })) setRenamed(null)
  }
  return (
    <section aria-label={t('inbox.views')}>
      <h3 className="mb-1 font-semibold text-sm">{t('inbox.views')}</h3>
      <ul className="-mx-1 flex flex-col">
        {all.map((view, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a view has no identity but its position.
          <li key={`${at} ${view.name}`}>
            {renamed === at ? (
              <NameForm name={view.name} onName={(name) => rename(at, name)} />
            ) : (
              <ViewLine
                view={view}
                onUp={at > 0 ? () => moveUp(at) : undefined}
                onRename={() => setRenamed(at)}
                onDelete={() => replace(at)}
              />
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}

interface ViewLineProps {
  view: TicketView
  onUp?: () => unknown
  onRename: () => void
  onDelete: () => unknown
}

function ViewLine({ view, onUp, onRename, onDelete }: ViewLineProps) {
  const { t } = useTranslation()
  const { name } = view
  const isActive = useValue(currentFilter) && isActiveView(view)
  return (
    <span className="flex items-center">
      <button
        type="button"
        aria-pressed={isActive}
        onClick={() => applyView(view)}
        className={classes(
          'min-h-control-sm min-w-0 flex-1 truncate rounded-md px-2 text-left hover:bg-hover focus-visible:-outline-offset-2',
          isActive && 'bg-accent-soft text-accent-ink',
        )}
      >
        {name}
      </button>
      {onUp && (
        <IconButton size="sm" label={t('inbox.viewUp', { name })} onClick={onUp}>
          <ArrowUp aria-hidden />
        </IconButton>
      )}
      <IconButton size="sm" label={t('inbox.viewRename', { name })} onClick={onRename}>
        <Pencil aria-hidden />
      </IconButton>
      <IconButton size="sm" label={t('inbox.viewDelete', { name })} onClick={onDelete}>
        <Trash2 aria-hidden />
      </IconButton>
    </span>
  )
}

/** Saves the present filters under a name. */
export function SaveView() {
  const { t } = useTranslation()
  const [isNaming, setNaming] = useState(false)
  const all = useValue(views)
  if (all.length >= limits.ticketViews) return null
  const save = async (name: string) => {
    if (await storeViews([...all, { name, ...currentFilter.peek() }])) setNaming(false)
  }
  if (isNaming) return <NameForm name="" onName={save} />
  return (
    <Button size="sm" variant="quiet" onClick={() => setNaming(true)}>
      {t('inbox.viewSave')}
    </Button>
  )
}

function NameForm({ name, onName }: { name: string; onName: (name: string) => unknown }) {
  const { t } = useTranslation()
  const [typed, setTyped] = useState(name)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (typed.trim()) onName(typed.trim())
  }
  return (
    <form onSubmit={submit} className="flex w-full min-w-0 gap-1 py-0.5">
      <input
        // biome-ignore lint/a11y/noAutofocus: the field replaces the button that was pressed.
        autoFocus
        aria-label={t('inbox.viewName')}
        placeholder={t('inbox.viewName')}
        maxLength={limits.ticketViewName.max}
        value={typed}
        onChange={({ target }) => setTyped(target.value)}
        className={classes(controlClass, 'h-control-sm min-w-0 flex-1 px-2 text-sm')}
      />
      <Button type="submit" size="sm" variant="primary" disabled={!typed.trim()}>
        {t('common.save')}
      </Button>
    </form>
  )
}
