import { MessageCircle, Paperclip } from 'lucide-react'
import { type ComponentProps, type RefObject, useMemo, useRef, useState } from 'react'
import { IconButton } from '../../../../components/icon-button'
import { ticketFirstName } from '../../../../contact/first-name'
import { ticketContactName } from '../../../../contact/ticket-contact-name'
import { classes } from '../../../../lib/classes'
import { expectTypingField } from '../../../../lib/held-words'
import { useAction } from '../../../../lib/keys'
import { heldMessages } from '../../../../lib/outbox/undo-hold'
import { replaceText } from '../../../../lib/replace-text'
import { useMe } from '../../../../lib/session'
import { useTranslation } from '../../../../lib/use-translation'
import { useValue } from '../../../../lib/use-value'
import { openQuickReply } from '../bubble/quick-reply'
import { focusComposer, type Mode } from '../store/composer'
import { sendFromThread } from '../store/outbox'
import type { Thread } from '../store/thread'
import { Attachments } from './attachments'
import { Counter } from './counter'
import { DropZone } from './drop-zone'
import { EmojiButton } from './emoji-button'
import { FilePicker, type FilePickerHandle } from './file-picker'
import { MainButton } from './main-button'
import { ModeSwitch } from './mode-switch'
import { MoreMenu, QuickRepliesButton } from './more-menu'
import { ReferenceBar } from './reference-bar'
import { LaterButton, SendLater } from './send-later'
import { SuggestionList } from './suggestion-list'
import { TextArea } from './text-area'
import { useCards } from './use-cards'
import { type ComposerModel, useComposer, useComposerKeys } from './use-composer'
import type { PressStart } from './use-press'
import { useSuggestions } from './use-suggestions'
import { useUndoKey } from './use-undo-key'
import { VoicePanel } from './voice-panel'

/** Field for replies and notes. Incoming messages never change its content. */
export function Composer({ thread }: { thread: Thread }) {
  const model = useComposer(thread)
  /** Press that started the current recording. */
  const [recording, setRecording] = useState<PressStart | null>(null)
  const { reference, typing, clearReference } = model
  if (!recording) return <TextComposer thread={thread} model={model} onRecord={setRecording} />
  return (
    <VoicePanel
      typing={typing}
      press={recording}
      onDone={() => {
        setRecording(null)
        focusComposer()
      }}
      onSend={({ file, ...voice }) => {
        sendFromThread(thread, { body: '', quoted: reference?.kind === 'quote' ? reference.quoted : null, file, voice })
        clearReference()
      }}
    />
  )
}

interface TextComposerProps {
  thread: Thread
  model: ComposerModel
  onRecord: (press: PressStart) => void
}

function TextComposer({ thread, model, onRecord }: TextComposerProps) {
  const { t } = useTranslation()
  const ticket = thread.ticket.peek()
  const area = useRef<HTMLTextAreaElement>(null)
  const picker = useRef<FilePickerHandle>(null)
  const [isLater, setLater] = useState(false)
  const held = useValue(useMemo(() => heldMessages(ticket.id), [ticket.id]))
  useUndoKey(ticket.id, held !== null)
  const onKeyDown = useComposerKeys(model, thread)
  const suggestions = useSuggestions(area, model, thread)
  const { reference, attachments, mode, isNote, text, body, limit, typing } = model
  // The server schedules messages to persons only, not to groups.
  const maySchedule = useMe().company.plan.useSchedules && !ticket.isGroup && !isNote && reference?.kind !== 'edit'
  const { setText, clearReference, setMode, setAttachments, addFiles, dropFiles, sendFiles } = model
  const scheduleByKey = () => {
    expectTypingField()
    setLater(true)
  }
  useAction('ticket.schedule', scheduleByKey, { when: () => maySchedule })
  const pick = () => picker.current?.open('files')
  const type = (sign: string) => {
    const at = area.current?.selectionStart ?? text.length
    // A sign within a word opens no list, so a space goes before it.
    const space = sign === '/' && /\S$/.test(text.slice(0, at)) ? ' ' : ''
    if (area.current) replaceText(area.current, { start: at, end: at, text: space + sign })
  }
  const cards = useCards(thread)
  const menu = {
    isNote,
    cards: cards.entries,
    onType: type,
    onPickFiles: (what: 'camera' | 'gallery' | 'files') => picker.current?.open(what),
    onMode: setMode,
    onSaveQuickReply: body ? () => openQuickReply(body) : undefined,
    onLater: maySchedule ? () => setLater(true) : undefined,
  }
  return (
    <div className="safe-bottom @lg/conversation:px-4 @lg/conversation:pb-3">
      <div
        className={classes(
          'relative border-line border-t px-2 py-1 @lg/conversation:rounded-xl @lg/conversation:border @lg/conversation:p-0 @lg/conversation:shadow-e1',
          isNote ? 'border-note-line bg-note text-note-ink' : 'bg-surface',
        )}
      >
        {suggestions.isOpen && <SuggestionList suggestions={suggestions} />}
        <p role="status" className="sr-only">
          {held && t('composer.sendingSoon', { count: held.clientIds.length })}
        </p>
        {reference && (
          <div className="@lg/conversation:px-2 @lg/conversation:pt-2">
            <ReferenceBar reference={reference} contactName={ticketContactName(ticket)} onCancel={clearReference} />
          </div>
        )}
        <div className="flex flex-wrap items-end gap-1 @lg/conversation:gap-0">
          <div
            className={classes(
              'order-2 flex min-w-0 flex-1 rounded-lg px-3 @lg/conversation:order-1 @lg/conversation:basis-full @lg/conversation:bg-transparent',
              !isNote && 'bg-ground',
            )}
          >
            <TextArea
              firstName={ticketFirstName(ticket)}
              area={area}
              text={text}
              isNote={isNote}
              onText={(next) => {
                setText(next)
                if (!isNote) typing.startTyping()
              }}
              onKeyDown={(event) => suggestions.onKeyDown(event) || onKeyDown(event)}
              onFiles={addFiles}
              suggestions={suggestions}
            />
          </div>
          <div className="order-1 flex items-center @lg/conversation:order-2 @lg/conversation:px-1.5">
            <Tools area={area} menu={menu} mode={mode} onMode={setMode} onPick={pick} />
          </div>
          <div className="order-3 flex items-center gap-0.5 @lg/conversation:ml-auto @lg/conversation:pr-1.5 @lg/conversation:pb-0.5">
            <Counter length={body.length} limit={limit} />
            {maySchedule && <LaterButton onLater={() => setLater(true)} />}
            <MainButton model={model} onRecord={onRecord} />
          </div>
        </div>
      </div>
      <FilePicker ref={picker} onFiles={addFiles} />
      <Attachments
        attachments={attachments}
        onChange={setAttachments}
        onDiscard={dropFiles}
        onAdd={pick}
        onSend={sendFiles}
      />
      <DropZone onFiles={addFiles} />
      {cards.dialogs}
      {isLater && <SendLater thread={thread} model={model} onClose={() => setLater(false)} />}
    </div>
  )
}

interface ToolsProps {
  area: RefObject<HTMLTextAreaElement | null>
  menu: ComponentProps<typeof MoreMenu>
  mode: Mode
  onMode: (mode: Mode) => void
  /** Chooses files to attach. */
  onPick: () => void
}

/** Buttons for additions to a message, and the switch between reply and note. */
function Tools({ area, menu, mode, onMode, onPick }: ToolsProps) {
  const { t } = useTranslation()
  const isNote = mode === 'note'
  return (
    <>
      <MoreMenu {...menu} />
      {!menu.isNote && (
        <IconButton label={t('tickets.attach')} tooltipSide="top" onClick={onPick}>
          <Paperclip aria-hidden />
        </IconButton>
      )}
      <EmojiButton area={area} />
      <span className="hidden items-center @lg/conversation:flex">
        {!menu.isNote && <QuickRepliesButton onType={menu.onType} />}
        <ModeSwitch mode={mode} onMode={onMode} />
      </span>
      {isNote && (
        <span className="@lg/conversation:hidden">
          <IconButton label={t('composer.toCustomer')} tooltipSide="top" onClick={() => onMode('reply')}>
            <MessageCircle aria-hidden />
          </IconButton>
        </span>
      )}
    </>
  )
}
