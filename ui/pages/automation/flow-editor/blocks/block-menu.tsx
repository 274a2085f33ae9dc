import { Search } from 'lucide-react'
import { type KeyboardEvent, type Ref, useId, useState } from 'react'
import { kindOf } from '../../../../../src/shared/flow/read-node'
import { foldText } from '../../../../../src/shared/text'
import { classes } from '../../../../lib/classes'
import { useTranslation } from '../../../../lib/use-translation'
import { useValue } from '../../../../lib/use-value'
import { useEditor } from '../editor/editor'
import { KindTile } from '../editor/kind-tile'
import { type BlockType, blockGroups } from '../editor/kinds'

interface BlockMenuProps {
  onChoose: (type: BlockType) => void
  searchRef?: Ref<HTMLInputElement>
  /** Shows the key that focuses the search. */
  shortcut?: string
}

/**
 * Blocks in their groups, each with a line of explanation. Typing filters them by name and explanation; arrow keys choose,
 * Enter takes the chosen one.
 */
export function BlockMenu({ onChoose, searchRef, shortcut }: BlockMenuProps) {
  const { t } = useTranslation()
  const listId = useId()
  const isFull = useValue(useEditor().isFull)
  const [text, setText] = useState('')
  const [at, setAt] = useState(0)
  const [isTyping, setTyping] = useState(false)
  const groups = useGroups(text)
  const types = groups.flatMap((group) => group.types)
  const chosen = types[Math.min(at, types.length - 1)]
  const choose = (type: BlockType | undefined) => {
    if (!type || isFull) return
    setText('')
    setAt(0)
    onChoose(type)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'ArrowDown') setAt((at + 1) % Math.max(types.length, 1))
    else if (event.key === 'ArrowUp') setAt((at - 1 + types.length) % Math.max(types.length, 1))
    else if (event.key === 'Enter') choose(chosen)
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  const optionId = (type: BlockType) => `${listId}-${type}`
  return (
    <div className="flex min-h-0 flex-1 flex-col">
      <label className="m-3 mb-1 flex h-control-sm shrink-0 items-center gap-2 rounded-md bg-sunken px-2 text-faint focus-within:outline-2 focus-within:outline-focus [&_svg]:size-4">
        <Search aria-hidden />
        <input
          ref={searchRef}
          role="combobox"
          aria-label={t('flowBuilder.searchBlock')}
          aria-expanded
          aria-haspopup="listbox"
          aria-controls={listId}
          aria-activedescendant={isTyping && chosen ? optionId(chosen) : undefined}
          placeholder={t('flowBuilder.searchBlock')}
          autoComplete="off"
          maxLength={50}
          value={text}
          onFocus={() => setTyping(true)}
          onBlur={() => setTyping(false)}
          onKeyDown={onKeyDown}
          onChange={({ target }) => {
            setText(target.value)
            setAt(0)
          }}
          className="min-w-0 flex-1 bg-transparent text-ink text-sm outline-none placeholder:text-faint"
        />
        {shortcut && <kbd className="font-sans text-xs touch:hidden">{shortcut}</kbd>}
      </label>
      <div
        id={listId}
        role="listbox"
        aria-label={t('flowBuilder.blocks')}
        className="min-h-0 flex-1 overflow-y-auto px-3 pb-3"
      >
        {groups.map(({ id, types: entries }) => (
          // biome-ignore lint/a11y/useSemanticElements: a fieldset is no part of a listbox.
          <div key={id} role="group" aria-labelledby={`${listId}-${id}`}>
            <div id={`${listId}-${id}`} className="mt-3 mb-1 px-1 font-medium text-faint text-xs">
              {t(`flowBuilder.groups.${id}`)}
            </div>
            {entries.map((type) => (
              <BlockOption
                key={type}
                id={optionId(type)}
                type={type}
                isChosen={isTyping && type === chosen}
                isDisabled={isFull}
                onChoose={() => choose(type)}
              />
            ))}
          </div>
        ))}
      </div>
      {types.length === 0 && <p className="px-4 pb-4 text-muted text-sm">{t('flowBuilder.noBlock')}</p>}
    </div>
  )
}

interface BlockOptionProps {
  id: string
  type: BlockType
  isChosen: boolean
  isDisabled: boolean
  onChoose: () => void
}

function BlockOption({ id, type, isChosen, isDisabled, onChoose }: BlockOptionProps) {
  const { t } = useTranslation()
  const kind = kindOf(type)
  return (
    <div
      id={id}
      role="option"
      tabIndex={-1}
      aria-description={t(`flowBuilder.explanations.${type}`)}
      aria-selected={isChosen}
      aria-disabled={isDisabled || undefined}
      title={t(`flowBuilder.explanations.${type}`)}
      // Keeps the focus in the search.
      onPointerDown={(event) => event.preventDefault()}
      onClick={onChoose}
      onKeyDown={(event) => event.key === 'Enter' && onChoose()}
      className={classes(
        'flex min-h-8.5 cursor-pointer items-center gap-2 rounded-sm px-1 py-1 text-sm hover:bg-hover touch:min-h-control aria-disabled:cursor-default aria-disabled:opacity-50',
        isChosen && 'bg-hover',
      )}
    >
      <KindTile kind={kind} />
      <span className="shrink-0">{t(`flowBuilder.kinds.${kind}`)}</span>
      <span aria-hidden className="min-w-0 flex-1 truncate text-faint text-xs">
        {t(`flowBuilder.explanations.${type}`)}
      </span>
    </div>
  )
}

/** Groups with the blocks whose name or explanation contains the text; case and accents are ignored. */
function useGroups(text: string): { id: (typeof blockGroups)[number]['id']; types: BlockType[] }[] {
  const { t } = useTranslation()
  const wanted = foldText(text.trim())
  const isFound = (type: BlockType) =>
    foldText(`${t(`flowBuilder.kinds.${kindOf(type)}`)} ${t(`flowBuilder.explanations.${type}`)}`).includes(wanted)
  return blockGroups
    .map(({ id, types }) => ({ id, types: (types as readonly BlockType[]).filter(isFound) }))
    .filter(({ types }) => types.length > 0)
}
