import { expect, test } from 'vitest'
import { asksNothing } from './asks-nothing.ts'

test.each([
  ...[
    'hello',
    'Hi there!',
    'hey',
    'Good morning',
    'Hello! How are you?',
    'thanks a lot!',
    'Thank you so much 🙏',
    'ok thanks, bye',
  ],
  ...[
    'great job, thanks!',
    'Continue from where you left off.',
    'sorry',
    'Wow, amazing!',
    'Perfect. Thank you for your help!',
  ],
  ...['Guten Morgen', 'Bonjour !', 'Hola, buenos días', 'Привет!', 'Merhaba', 'Muchas gracias', 'Vielen Dank!'],
  ...[
    '你好',
    '感谢您的耐心回复，谢谢！',
    '好的。谢谢啊。',
    'こんにちは',
    'ありがとうございます。',
    '안녕하세요',
    '감사합니다',
  ],
])('greets, thanks or consents, and asks for nothing: %s', (text) => expect(asksNothing(text)).toBe(true))

test.each([
  ...['Hi, fix the login page', 'thanks, now run the tests', 'hello world program in C', 'commit', 'push it to origin'],
  ...['你好，请问酒店在哪里', 'good morning. What changed since yesterday?', 'thank you page: make it blue', 'all'],
  ...['say hello to the user on start', 'no', 'stop', `hi ${'and fix it '.repeat(9)}`],
])('asks for something: %s', (text) => expect(asksNothing(text)).toBe(false))
