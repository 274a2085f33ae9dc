import type { Language } from './enums'

/** Texts that confirm an opt-out and a return, for companies without texts of their own. */
export const optOutTexts: Record<Language, Record<'out' | 'in', string>> = {
  pt: {
    out: 'Pronto! Você não vai mais receber nossas campanhas neste número. Se mudar de ideia, responda VOLTAR.',
    in: 'Pronto! Você voltou a receber nossas campanhas. Para parar, responda SAIR.',
  },
  en: {
    out: 'Done! You will receive no more of our campaigns on this number. If you change your mind, reply START.',
    in: 'Done! You will receive our campaigns again. To stop, reply STOP.',
  },
  es: {
    out: '¡Listo! Ya no recibirá nuestras campañas en este número. Si cambia de opinión, responda VOLVER.',
    in: '¡Listo! Volverá a recibir nuestras campañas. Para dejar de recibirlas, responda BAJA.',
  },
}
