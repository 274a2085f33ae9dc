import { computed } from '@preact/signals-react'
import { Pencil } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../components/button'
import { Dialog } from '../components/dialog'
import { IconButton } from '../components/icon-button'
import { Key } from '../components/key'
import { Switch } from '../components/switch'
import {
  type ActionId,
  actionIds,
  areKeysChanged,
  chosenKey,
  globalKeyText,
  keyOf,
  keyTable,
  resetKeys,
  singleKeysOff,
  switchSingleKeys,
} from '../lib/key-map'
import { formatKeys, isApple } from '../lib/key-names'
import { useTranslation } from '../lib/use-translation'
import { useValue } from '../lib/use-value'
import { sendKey } from '../pages/inbox/tickets/composer/send-key'
import { starKey } from '../pages/inbox/tickets/thread/bubble-keys'
import { KeyRecorder } from './key-recorder'

const groups = ['everywhere', 'list', 'ticket', 'go'] as const

/** Keys of all pages, which cannot be changed. */
const fixedEverywhere = [{ keys: 'mod+s', text: 'keys.savePage' }] as const

/** Keys of the conversation, which cannot be changed. */
const fixedKeys = [
  { keys: starKey, text: 'keys.star' },
  { keys: 'mod+z', text: 'keys.undoSend' },
  { keys: 'ArrowUp', text: 'keys.editLast' },
  { keys: 'Escape', text: 'keys.leave' },
] as const

/** Keys of the list, which cannot be changed. */
const fixedInList = [
  { keys: 'shift+ArrowDown', text: 'keys.selectMore' },
  { keys: 'Escape', text: 'keys.clearSelection' },
] as const

/** Keys of the flow builder, which cannot be changed. */
const fixedInFlows = [
  { keys: 'mod+z', text: 'keys.undo' },
  { keys: 'mod+shift+z', text: 'keys.redo' },
  { keys: 'mod+c', text: 'keys.copyBlocks' },
  { keys: 'mod+x', text: 'keys.cutBlocks' },
  { keys: 'mod+v', text: 'keys.pasteBlocks' },
  { keys: 'mod+d', text: 'keys.duplicateBlocks' },
  { keys: 'mod+a', text: 'keys.selectAll' },
  { keys: 'Delete', text: 'keys.deleteBlocks' },
  { keys: 'mod+f', text: 'keys.searchFlow' },
  { keys: 'mod+s', text: 'keys.saveFlow' },
] as const

/** Dialog that lists all keyboard shortcuts and changes them. */
export function KeySheet({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation()
  const off = useValue(singleKeysOff)
  const changed = useValue(areKeysChanged)
  const sendKeys = useValue(sendKey) === 'ctrl' ? 'mod+Enter' : 'Enter'
  const [recording, setRecording] = useState<ActionId | null>(null)
  return (
    <Dialog
      open
      onClose={() => recording === null && onClose()}
      size="lg"
      title={t('keys.title')}
      footer={changed && <Button onClick={resetKeys}>{t('keys.reset')}</Button>}
    >
      <Switch label={t('keys.single')} hint={t('keys.singleHint')} checked={!off} onChange={switchSingleKeys} />
      <p className="mt-4 text-muted">
        <Where /> {t('keys.typed')}
      </p>
      <div className="mt-4 gap-8 sm:columns-2">
        {groups.map((group) => (
          <Group key={group} title={t(`keys.${group}`)}>
            {actionIds
              .filter((id) => keyTable[id].group === group)
              .map((id) =>
                recording === id ? (
                  <KeyRecorder key={id} id={id} onDone={() => setRecording(null)} />
                ) : (
                  <Row key={id} id={id} onChange={() => setRecording(id)} />
                ),
              )}
            {group === 'everywhere' && fixedEverywhere.map((row) => <FixedRow key={row.keys} {...row} />)}
            {group === 'list' && fixedInList.map((row) => <FixedRow key={row.keys} {...row} />)}
          </Group>
        ))}
        <Group title={t('keys.writing')}>
          {[{ keys: sendKeys, text: 'keys.send' } as const, ...fixedKeys].map((row) => (
            <FixedRow key={row.keys} {...row} />
          ))}
        </Group>
        <Group title={t('keys.flows')}>
          {fixedInFlows.map((row) => (
            <FixedRow key={row.keys} {...row} />
          ))}
        </Group>
      </div>
    </Dialog>
  )
}

/** Text that says where single keys work, with the user's own key as the example. */
function Where() {
  const { t } = useTranslation()
  const example = useValue(closeAnywhere)
  if (isApple()) return t('keys.whereApple', { palette: formatKeys(chosenKey('palette.open')) })
  return t('keys.where', { example: `${example} = ${t('keys.close')}` })
}
const closeAnywhere = computed(() => globalKeyText('ticket.close'))

function Group({ title, children }: { title: string; children: React.ReactNode }) {
  return (
    <section className="mb-4 break-inside-avoid">
      <h3 className="border-line border-b pb-1 font-semibold text-sm">{title}</h3>
      <ul className="pt-1">{children}</ul>
    </section>
  )
}

function Row({ id, onChange }: { id: ActionId; onChange: () => void }) {
  const { t } = useTranslation()
  useValue(areKeysChanged)
  const action = t(keyTable[id].text)
  return (
    <li className="flex min-h-control-sm items-center gap-2 py-0.5">
      <span className="min-w-0 flex-1">{action}</span>
      {keyOf(id) === '' && <span className="text-faint text-sm">{t('keys.off')}</span>}
      <Keys keys={chosenKey(id)} isOff={keyOf(id) === ''} />
      <IconButton size="sm" label={t('keys.changeOf', { action })} onClick={onChange}>
        <Pencil aria-hidden />
      </IconButton>
    </li>
  )
}

type Fixed =
  | (typeof fixedEverywhere)[number]
  | (typeof fixedKeys)[number]
  | (typeof fixedInList)[number]
  | (typeof fixedInFlows)[number]
  | { keys: string; text: 'keys.send' }

function FixedRow({ keys, text }: Fixed) {
  const { t } = useTranslation()
  return (
    <li className="flex min-h-control-sm items-center gap-2 py-0.5">
      <span className="min-w-0 flex-1">{t(text)}</span>
      <Keys keys={keys} />
      <span className="w-control-sm" />
    </li>
  )
}

/** Each key of a sequence in a box of its own. */
function Keys({ keys, isOff = false }: { keys: string; isOff?: boolean }) {
  return (
    <span className={isOff ? 'flex shrink-0 gap-1 line-through opacity-60' : 'flex shrink-0 gap-1'}>
      {keys.split(' ').map((stroke) => (
        <Key key={stroke}>{formatKeys(stroke)}</Key>
      ))}
    </span>
  )
}
