import { after, pattern, prefixed, type Rule } from '../scan/rule.ts'

/** Keys of payment and shop systems. */
export const paymentRules: readonly Rule[] = [
  prefixed('stripe-key', ['sk_live_', 'sk_test_', 'rk_live_', 'rk_test_', 'sk_prod_', 'rk_prod_'], '[A-Za-z0-9]{10,}'),
  prefixed('webhook-secret', ['whsec_'], '[A-Za-z0-9+/=]{20,}'),
  prefixed('square-token', ['sq0atp-', 'sq0csp-', 'sq0idp-', 'sq0idb-'], '[A-Za-z0-9_-]{20,}'),
  pattern('square-token', ['EAAA'], `${after('+/_\\-')}EAAA[A-Za-z0-9_-]{60}(?![A-Za-z0-9+/_-])`),
  pattern(
    'braintree-token',
    ['access_token$'],
    '(?<secret>access_token\\$(?:production|sandbox)\\$[0-9a-z]{16}\\$[0-9a-f]{32})',
  ),
  pattern(
    'paypal-secret',
    ['paypal'],
    'paypal[A-Za-z_ -]{0,24}["\'\\\\]{0,4}\\s{0,3}[:=]\\s{0,3}["\'\\\\]{0,4}(?<secret>[A-Za-z0-9_-]{40,})',
    { anyCase: true },
  ),
  prefixed('shopify-token', ['shpat_', 'shpss_', 'shpca_', 'shppa_', 'shptka_'], '[A-Fa-f0-9]{32,}'),
  prefixed('plaid-token', ['access-sandbox-', 'access-production-', 'access-development-'], '[0-9a-f-]{36}'),
  prefixed('razorpay-key', ['rzp_live_', 'rzp_test_'], '[A-Za-z0-9]{14,}'),
  prefixed('flutterwave-key', ['FLWSECK-', 'FLWSECK_TEST-'], '[A-Za-z0-9-]{12,}'),
]
