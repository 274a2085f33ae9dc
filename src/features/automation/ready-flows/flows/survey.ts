import { buildFlow, condition, end, menu, message, question, ticket } from '../graph'
import { readyFlow } from '../ready-flow'

/** Texts of the ready-made flow that asks for a score from 1 to 5; its nodes stand at the end of the file. */
const pt = {
  name: 'Pesquisa de satisfação',
  description: 'Pede uma nota de 1 a 5. Uma nota baixa pergunta o motivo e chama uma pessoa.',
  menu: 'Olá, {{firstName}}! Como foi a sua experiência conosco?',
  options: ['Muito ruim', 'Ruim', 'Regular', 'Boa', 'Muito boa'],
  scoreKey: 'nota',
  low: 'Sentimos muito. O que aconteceu? Queremos resolver.',
  reasonKey: 'motivo',
  sorry: 'Obrigado por contar. Uma pessoa vai falar com você sobre isso.',
  middle: 'Obrigado! O que faltou para ser ótimo?',
  high: 'Que bom saber! Quer deixar um comentário? Se não quiser, responda *não*.',
  commentKey: 'comentario',
  no: 'não',
  shared: 'Vamos mostrar para toda a equipe.',
  bye: 'Obrigado pela sua resposta, {{firstName}}!',
}
const en: typeof pt = {
  name: 'Satisfaction survey',
  description: 'Asks for a score from 1 to 5. A low score asks for the reason and calls a person.',
  menu: 'Hello, {{firstName}}! How was your experience with us?',
  options: ['Very bad', 'Bad', 'Fair', 'Good', 'Very good'],
  scoreKey: 'score',
  low: 'We are sorry. What happened? We want to put it right.',
  reasonKey: 'reason',
  sorry: 'Thank you for telling us. A person will talk to you about it.',
  middle: 'Thank you! What was missing to make it great?',
  high: 'Good to hear! Would you like to leave a comment? If not, answer *no*.',
  commentKey: 'comment',
  no: 'no',
  shared: 'We will show it to the whole team.',
  bye: 'Thank you for your answer, {{firstName}}!',
}
const es: typeof pt = {
  name: 'Encuesta de satisfacción',
  description: 'Pide una nota de 1 a 5. Una nota baja pregunta el motivo y llama a una persona.',
  menu: '¡Hola, {{firstName}}! ¿Cómo fue su experiencia con nosotros?',
  options: ['Muy mala', 'Mala', 'Regular', 'Buena', 'Muy buena'],
  scoreKey: 'nota',
  low: 'Lo sentimos mucho. ¿Qué pasó? Queremos resolverlo.',
  reasonKey: 'motivo',
  sorry: 'Gracias por contarlo. Una persona hablará con usted sobre esto.',
  middle: '¡Gracias! ¿Qué faltó para que fuera excelente?',
  high: '¡Qué bueno saberlo! ¿Desea dejar un comentario? Si no, responda *no*.',
  commentKey: 'comentario',
  no: 'no',
  shared: 'Lo mostraremos a todo el equipo.',
  bye: '¡Gracias por su respuesta, {{firstName}}!',
}

export const survey = readyFlow('survey', ['queue'], { pt, en, es }, (t, { queue }) =>
  buildFlow(
    [
      menu('menu', t.menu, t.options, t.scoreKey),
      question('low', t.low, t.reasonKey),
      message('sorry', t.sorry),
      ticket('queue', queue),
      question('middle', t.middle, t.reasonKey),
      question('high', t.high, t.commentKey),
      condition('none', t.commentKey, 'equal', t.no),
      message('shared', t.shared),
      end('end', t.bye),
    ],
    [
      ...['1 > menu', 'menu.a1 > low', 'menu.a2 > low', 'menu.a3 > middle', 'menu.a4 > high', 'menu.a5 > high'],
      ...['low > sorry', 'sorry > queue', 'middle > end', 'high > none', 'none.a > end', 'none.b > shared'],
      'shared > end',
    ],
  ),
)
