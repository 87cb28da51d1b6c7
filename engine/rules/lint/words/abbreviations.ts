const words = (text: string): ReadonlySet<string> => new Set(text.trim().split(/\s+/));

/** Abbreviations that readers of rules know. They need no definition. */
export const knownAbbreviations = words(`
  ACH AES AG AI AM AML API APR ATM AWS BACS BCC BGB BIC CA CAD CCPA CCTV CD CEO CET CFO CHF CIO CISO COO CPA CPI CPU CRM
  CSV CTO CV CVE CVSS DB DBA DNA DNS DOC DOCX DPA DPO DSS DVD EBIT EBITDA EC ECB EEA EEC EFTA EN ERP EST ETSI EU EUR FAQ
  FBI FDA FIPS FTP FX GAAP GB GBP GDPR GIF GMBH GMT GPS GUI HGB HIPAA HMRC HR HSE HTML HTTP HTTPS IAS IBAN ICC ICT ID IDE
  IDS IEC IEEE IFRS IMAP IOS IP IPO IPS IRS ISA ISBN ISIN ISO IT ITIL JPG JPY JSON KPI KPMG KYC LAN LDAP LED LLC LLP LTD
  MAC MB MD MFA MOU MPEG NATO NDA NHS NIS NIST NOK OCR OECD OEM OS OSHA OTP OWASP PC PCI PDF PIN PKI PLC PLN PM PNG POS PO
  PPE PR QA QR RAM RFC RFP RGB ROI RSA SA SAML SAN SEC SEK SEPA SFTP SHA SIM SLA SMS SMTP SOC SOP SOX SQL SSD SSH SSL SSN
  SSO SWIFT TB TCP TLS TOTP TV UDP UK UN UNESCO UPS URI URL US USA USB USD UTC UUID VAT VIP VM VPN WAN WEEE WHO WIFI WTO
  XLS XLSX XML XSS YAML ZIP`);

/**
 * Matches the last words of terms that need no definition in the rules: names of laws, institutions and documents, and
 * terms that contracts define themselves.
 */
export const selfEvidentTerm =
  /^(?:act|regulations?|directive|law|code|courts?|union|bank|board|commission|committee|council|agency|authority|office|department|ministry|institute|university|association|federation|republic|kingdom|states?|standards?|convention|treaty|constitution|rules|principles|information|data|subjects?|date|property|rights?|services?|deliverables?|works?|fees?|charges?|term|agreement|contract|form|order|days?|hours?|year|price|products?|goods|software|equipment|premises|materials?|parties|party|site|network|systems?|street|road|avenue|city|county|court)$/;
