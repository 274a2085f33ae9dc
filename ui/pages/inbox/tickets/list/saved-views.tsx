import { ArrowUp, Pencil, Trash2, X } from 'lucide-react'
import { type FormEvent, useEffect } from 'react'
import type { TicketView } from '../../../../../src/features/inbox/tickets/views/model'
import { limits } from '../../../../../src/shared/limits'
import { Button } from '../../../../components/button'
import { controlClass } from '../../../../components/field'
import { IconButton } from '../../../../components/icon-button'
import { classes } from '../../../../lib/classes'
import { moveItem } from '../../../../lib/move-item'
import { useTranslation } from '../../../../lib/use-translation'
import { useValue } from '../../../../lib/use-value'
import {
  applyView,
  currentFilter,
  endNaming,
  isActiveView,
  loadViews,
  storeViews,
  typedNames,
  typeName,
  views,
} from '../store/saved-views'

/** The user's saved filters, at the top of the panel of filters. */
export function SavedViews() {
  const { t } = useTranslation()
  const all = useValue(views)
  const names = useValue(typedNames)
  useEffect(() => void loadViews(), [])
  if (all.length === 0) return null
  const replace = (at: number, ...next: TicketView[]) => storeViews(all.toSpliced(at, 1, ...next))
  const moveUp = (at: number) => storeViews(moveItem(all, at, at - 1))
  const rename = async (at: number, name: string) => {
    if (await replace(at, { ...all[at]!, name })) endNaming(all[at]!.name)
  }
  return (
    <section aria-label={t('inbox.views')}>
      <h3 className="mb-1 font-semibold text-sm">{t('inbox.views')}</h3>
      <ul className="-mx-1 flex flex-col">
        {all.map((view, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a view has no identity but its position.
          <li key={`${at} ${view.name}`}>
            {names.has(view.name) ? (
              <NameForm of={view.name} onName={(name) => rename(at, name)} />
            ) : (
              <ViewLine
                view={view}
                onUp={at > 0 ? () => moveUp(at) : undefined}
                onRename={() => typeName(view.name, view.name)}
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
  const isNaming = useValue(typedNames).has('')
  const all = useValue(views)
  if (all.length >= limits.ticketViews) return null
  const save = async (name: string) => {
    if (await storeViews([...all, { name, ...currentFilter.peek() }])) endNaming('')
  }
  if (isNaming) return <NameForm of="" onName={save} />
  return (
    <Button size="sm" variant="quiet" onClick={() => typeName('', '')}>
      {t('inbox.viewSave')}
    </Button>
  )
}

/** Field for the name of a view; a name that was not changed is forgotten with the panel. */
function NameForm({ of, onName }: { of: string; onName: (name: string) => unknown }) {
  const { t } = useTranslation()
  const typed = useValue(typedNames).get(of) ?? ''
  useEffect(
    () => () => {
      if (typedNames.peek().get(of)?.trim() === of) endNaming(of)
    },
    [of],
  )
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
        onChange={({ target }) => typeName(of, target.value)}
        className={classes(controlClass, 'h-control-sm min-w-0 flex-1 px-2 text-sm')}
      />
      <Button type="submit" size="sm" variant="primary" disabled={!typed.trim()}>
        {t('common.save')}
      </Button>
      <IconButton size="sm" label={t('common.cancel')} onClick={() => endNaming(of)}>
        <X aria-hidden />
      </IconButton>
    </form>
  )
}
