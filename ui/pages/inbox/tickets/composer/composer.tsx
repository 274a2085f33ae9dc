import { MessageCircle, Paperclip } from 'lucide-react'
import { useMemo, useRef, useState } from 'react'
import { IconButton } from '../../../../components/icon-button'
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
import { focusComposer } from '../store/composer'
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
    onPickFiles: (what: 'camera' | 'gallery') => picker.current?.open(what),
    onSaveQuickReply: body ? () => openQuickReply(body) : undefined,
    onLater: maySchedule ? () => setLater(true) : undefined,
  }
  return (
    <div className={classes('border-line border-t safe-bottom', isNote ? 'bg-note' : 'bg-surface')}>
      <div className="relative px-2 pt-1 pb-1 sm:px-4 @lg/conversation:pb-2">
        {suggestions.isOpen && <SuggestionList suggestions={suggestions} />}
        <div className="hidden items-center justify-between pb-1 @lg/conversation:flex">
          <ModeSwitch mode={mode} onMode={setMode} />
          <span className="flex items-center">
            {!isNote && <QuickRepliesButton onType={type} />}
            <MoreMenu {...menu} />
          </span>
        </div>
        <p role="status" className="sr-only">
          {held && t('composer.sendingSoon', { count: held.clientIds.length })}
        </p>
        {reference && (
          <ReferenceBar reference={reference} contactName={ticketContactName(ticket)} onCancel={clearReference} />
        )}
        <div className="flex items-end gap-1">
          <span className="@lg/conversation:hidden">
            <MoreMenu {...menu} size="md" onMode={setMode} />
          </span>
          {isNote && (
            <span className="@lg/conversation:hidden">
              <IconButton label={t('composer.toCustomer')} tooltipSide="top" onClick={() => setMode('reply')}>
                <MessageCircle aria-hidden />
              </IconButton>
            </span>
          )}
          {!isNote && (
            <IconButton label={t('tickets.attach')} tooltipSide="top" onClick={pick}>
              <Paperclip aria-hidden />
            </IconButton>
          )}
          <EmojiButton area={area} />
          <div className="flex min-w-0 flex-1 rounded-lg border border-line bg-ground px-3 focus-within:border-accent">
            <TextArea
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
          {maySchedule && <LaterButton onLater={() => setLater(true)} />}
          <MainButton model={model} onRecord={onRecord} />
        </div>
        <Counter length={body.length} limit={limit} />
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
