const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&apos;' }

/**
 * Document by which a voice speaks the words
 * (https://learn.microsoft.com/azure/ai-services/speech-service/speech-synthesis-markup-structure).
 */
export const ssmlOf = (voice: string, words: string) =>
  `<speak version="1.0" xmlns="http://www.w3.org/2001/10/synthesis" xml:lang="${voice.slice(0, 5)}">` +
  `<voice name="${escapeXml(voice)}">${escapeXml(words)}</voice></speak>`

const escapeXml = (text: string) => text.replace(/[&<>"']/g, (character) => escapes[character] as string)
