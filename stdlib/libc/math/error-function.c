/*
 * The error function. (C99 7.12.8.1)
 * Near 0 it is x + x P(x^2). Elsewhere a polynomial for each eighth: erf x = erf c + d Q(d) with c the multiple of 1/8
 * next to x and d = x - c. P and the Q are Chebyshev's approximations of (erf x / x) - 1 for |x| < 1/4 and of
 * (erf(c + d) - erf c) / d for |d| < 1/16: they interpolate at his points, with 60 digits.
 */
#include "libm.h"

/* x + EIGHTHS has the number of eighths next to x in its low half, and x + EIGHTHS - EIGHTHS is their sum. */
#define EIGHTHS 0x1.8p49
#define LEAST 0.25
#define MOST 5.9375 /* erf of more is 1 */
#define ROW 12

/* For c = 2/8, 3/8 ...: erf c in two parts, and the coefficients of Q. */
static const double rows[46 * ROW];

static double erf_near_zero(double x) {
  double z = x * x, zz = z * z;
  double low = 0x1.06eba8214db68p-3 - z * 0x1.812746b03792cp-2;
  double middle = 0x1.ce2f21a013ef0p-4 - z * 0x1.b82ce2cc450fap-6;
  double high = 0x1.565b9acdd0081p-8 - z * 0x1.c008c44eceedap-11 + zz * 0x1.ec24393394868p-14;
  return x + x * (low + zz * (middle + zz * high));
}

double erf(double x) {
  double size = fabs(x);
  if (size < LEAST) return erf_near_zero(x);
  if (!(size < MOST)) return isnan(x) ? x + x : copysign(1, x);
  double t = size + EIGHTHS, d = size - (t - EIGHTHS), dd = d * d;
  const double *row = rows + (LOW(t) - 2) * ROW;
  double low = row[2] + d * row[3] + dd * (row[4] + d * row[5]);
  double high = row[6] + d * row[7] + dd * (row[8] + d * row[9] + dd * (row[10] + d * row[11]));
  return copysign(row[0] + (row[1] + d * (low + dd * dd * high)), x);
}

FLOAT_FORM(erf)
LONG_FORM(erf)

static const double rows[46 * ROW] = {
  0x1.1af54e232d609p-2, -0x1.bee921fa4172bp-56, 0x1.0f5d1602f7e41p+0, -0x1.0f5d1602f7e41p-2, -0x1.3c974458cbd6ap-2, 0x1.040e8a6d82d62p-3,
  0x1.47e5cfed290a3p-4, -0x1.4c0b253cc48abp-5, -0x1.08d93a8f62399p-6, 0x1.3db6ea7fe9834p-7, 0x1.54f23ddcb4ae9p-9, -0x1.e53e9a552d23fp-10,
  0x1.9dd0d2b721f39p-2, -0x1.1671c021d14c4p-56, 0x1.f5f0cdaf15313p-1, -0x1.78749a434fe4ep-2, -0x1.e106c51d1effcp-3, 0x1.5529abcd00584p-3,
  0x1.7488b8a8b065fp-5, -0x1.9a7945cba0f36p-5, -0x1.65c11c33a7a46p-8, 0x1.709aa0cf5deffp-7, 0x1.06855df9c8c1dp-13, -0x1.06f540dc018b9p-9,
  0x1.0a7ef5c18edd2p-1, 0x1.5e809f1a31a28p-56, 0x1.c1efca49a5011p-1, -0x1.c1efca49a5011p-2, -0x1.2bf531866e1a2p-3, 0x1.76f27de80976ep-3,
  0x1.dfeeb5bd4fb31p-8, -0x1.99f13b2565fe6p-5, 0x1.623c1a4c70be1p-8, 0x1.493d39f9117a9p-7, -0x1.1b737aa3269f6p-9, -0x1.9aee8b24892d0p-10,
  0x1.3f196dcd0f135p-1, -0x1.f25f4f6fdf70bp-56, 0x1.86e9694134b9ep-1, -0x1.e8a3c39181e85p-2, -0x1.c810502168b8dp-5, 0x1.6963c8a39d671p-3,
  -0x1.c1242df7519f4p-6, -0x1.52b2668e437c9p-5, 0x1.c7cd6b9254148p-7, 0x1.b62f449f40301p-8, -0x1.db5d500ff161fp-9, -0x1.80df3b2f40097p-11,
  0x1.6c1c9759d0e5fp-1, 0x1.b1432f2cbc455p-55, 0x1.492e42d78d2c5p-1, -0x1.edc5644353c27p-2, 0x1.b6e8591f65e67p-6, 0x1.349b5eaa145efp-3,
  -0x1.b42a188cd111fp-5, -0x1.b84779680e7e3p-6, 0x1.2e0ae4b476886p-6, 0x1.2db3515e4f77bp-9, -0x1.03aa353934ea3p-8, 0x1.83f7546905451p-13,
  0x1.91724951b8fc6p-1, -0x1.27912dd352f8bp-55, 0x1.0cab61f084b93p-1, -0x1.d62beb64e8441p-2, 0x1.7c9d756a1133cp-4, 0x1.cc60567d78d66p-4,
  -0x1.1350f4b0e35cep-4, -0x1.53bb4a5fe3d83p-7, 0x1.30ac139afa245p-6, -0x1.e3f462f6a8e80p-10, -0x1.aa626d88dc02fp-9, 0x1.d5e79f46fcaa2p-11,
  0x1.af767a741088bp-1, -0x1.c97f778122797p-56, 0x1.a911f096fbc26p-2, -0x1.a911f096fbc26p-2, 0x1.1b614b0f527d3p-3, 0x1.1b614b0f52961p-4,
  -0x1.1b614b0f0c4d9p-4, 0x1.2e45a55b720efp-8, 0x1.f096f74bf1191p-7, -0x1.39112a14d13b8p-8, -0x1.edf8b923a7c5dp-10, 0x1.40f3c1c470cbfp-10,
  0x1.c6dad2829ec62p-1, -0x1.ab76d4cba3d05p-57, 0x1.45e99bcbb7915p-2, -0x1.6ea6cf452e838p-2, 0x1.4cb3cf0aa0c2cp-3, 0x1.ca5083167a5e5p-6,
  -0x1.f65d15f2f0b98p-5, 0x1.fd1c6c0e4e966p-7, 0x1.3acc84e99b8fdp-7, -0x1.8b43aff733f96p-8, -0x1.7b7f5b1cd4f05p-12, 0x1.2df5bc24ce37dp-10,
  0x1.d8865d98abe01p-1, -0x1.fcec4afb974d9p-55, 0x1.e4652fadcb6b2p-3, -0x1.2ebf3dcc9f22fp-2, 0x1.571d01c5c57c7p-3, -0x1.93a9a7bb7e82dp-8,
  -0x1.8281ce0d46e68p-5, 0x1.5d0003aec36f4p-6, 0x1.db442632a3fa3p-9, -0x1.7567255b42ac5p-8, 0x1.ca7a2e5df386ap-11, 0x1.9fc2292b887efp-11,
  0x1.e5768c3b4a3fcp-1, 0x1.8b62674f89890p-57, 0x1.5ce595c455b0ap-3, -0x1.dfbbadedf5d2ep-3, 0x1.4374d82e04d7cp-3, -0x1.f3b8d52d35720p-6,
  -0x1.f572c4cd1d96ep-6, 0x1.6b16f52cb6518p-6, -0x1.73fee77750b80p-10, -0x1.17404b5ff90d9p-8, 0x1.9cc5c537c9f51p-10, 0x1.539a694bfbc51p-12,
  0x1.eea5557137ae0p-1, -0x1.385e445f2c96dp-55, 0x1.e723726b824a9p-4, -0x1.6d5a95d0a1b7fp-3, 0x1.1c2a02beb6b88p-3, -0x1.6d5a95d0a1c7dp-5,
  -0x1.e723727204c09p-7, 0x1.3ca3d72d46093p-6, -0x1.36d715ed1409cp-8, -0x1.35ae6477316dep-9, 0x1.bf915dfe2f724p-10, -0x1.8288418ffb0fcp-14,
  0x1.f4f693b67bd77p-1, -0x1.3a1ee1406c356p-56, 0x1.499d478bca735p-4, -0x1.0bcfca21947dbp-3, 0x1.d6631e1a28f6cp-4, -0x1.974c0368673bdp-5,
  -0x1.17d430ca371acp-9, 0x1.d857f2c6fc7bcp-7, -0x1.954a9ef04acf4p-8, -0x1.2e4453bc87c24p-11, 0x1.717b18eec14f3p-10, -0x1.745f038af2749p-12,
  0x1.f92d077f8d56dp-1, 0x1.8b55ef493fce7p-56, 0x1.b055303221015p-5, -0x1.7a4a8a2bdce13p-4, 0x1.7148c3d57c31cp-4, -0x1.8a0da54306234p-5,
  0x1.b22257dcb79d8p-8, 0x1.25b378caec2ffp-7, -0x1.8d10fa9e363cep-8, 0x1.7ec183221a566p-11, 0x1.d4c7c1e9e8631p-11, -0x1.cf8dfd8f08b96p-12,
  0x1.fbe61eef4cf6ap-1, 0x1.15ded88667618p-55, 0x1.12ceb37ff9bc3p-5, -0x1.01a1c847fa207p-4, 0x1.143d1c6f4f01bp-4, -0x1.5a316520b8230p-5,
  0x1.779b1e58e62b8p-7, 0x1.0d099c7d02cc0p-8, -0x1.42fcc533e2163p-8, 0x1.76ff432a8e82bp-10, 0x1.7c9b6826fb1a9p-12, -0x1.98bd8c30df460p-12,
  0x1.fd9ae142795e3p-1, 0x1.972801904b9a3p-56, 0x1.529b9e8cf9a1ep-6, -0x1.529b9e8cf9a1ep-5, 0x1.8b0ae3a4787d0p-5, -0x1.1a2c59757ab2ap-5,
  0x1.ace7404ed22fap-7, 0x1.e1935eaaadd45p-12, -0x1.bae0c95406cf9p-9, 0x1.a114313dc131dp-10, -0x1.9bee60382a231p-15, -0x1.1383b540d16a8p-12,
  0x1.fea4218d6594ap-1, -0x1.e3333d8f7d98cp-58, 0x1.94624e78e0fafp-7, -0x1.ada873606f0aap-6, 0x1.0ea475da3bd48p-5, -0x1.afe553fa44edep-6,
  0x1.9973b48c673f2p-7, -0x1.dd78ee1850e3ap-10, -0x1.ea03f17ea5236p-10, 0x1.6aa2c94c60ba5p-10, -0x1.2ee2ad20d8ecbp-12, -0x1.01c6fd5d4c46bp-13,
  0x1.ff404760319b4p-1, 0x1.f142071432025p-56, 0x1.d4143a9dfe965p-8, -0x1.074b60f8df349p-6, 0x1.63ef61e82427ap-6, -0x1.38a9832789052p-6,
  0x1.5d3b17bd8bbbap-7, -0x1.7cae0d4803940p-9, -0x1.5f835e67687d7p-11, 0x1.0602f03a116cdp-10, -0x1.82a81364f31f9p-12, -0x1.882e9b40c0912p-17,
  0x1.ff9960f3eb327p-1, -0x1.08b1ca6e97f80p-56, 0x1.06918b6355624p-8, -0x1.37ccd585f564bp-7, 0x1.c1ec102e36352p-7, -0x1.ae59615f8ea0ap-7,
  0x1.11dae47420357p-7, -0x1.982b274da2568p-9, 0x1.02834f97b79a6p-13, 0x1.377c5d057e9b8p-11, -0x1.619986f87dc20p-12, 0x1.c9341b46d218dp-15,
  0x1.ffcaa8f4c9beap-1, 0x1.b0cee160116f9p-55, 0x1.1d83170fbf6fbp-9, -0x1.64e3dcd3af4bap-8, 0x1.119da0c46cc6dp-7, -0x1.1a89b97ceabb0p-7,
  0x1.90e812843e93bp-8, -0x1.6ecdbf693a8d9p-9, 0x1.1c6105dbdf180p-11, 0x1.11553e3e512a2p-12, -0x1.0663ed6da0220p-12, 0x1.49f0a7b624c71p-14,
  0x1.ffe514bbdc197p-1, -0x1.cd963345b5c6dp-58, 0x1.2ce898809244ep-10, -0x1.8af14828bffa7p-9, 0x1.407fbd18f130ep-8, -0x1.62d4c6d49c700p-8,
  0x1.146c4b3da1ec7p-8, -0x1.267f3bc49ad4fp-9, 0x1.64f89d7e629e6p-11, 0x1.229f6b91a02e4p-15, -0x1.403cbbd4c95e2p-13, 0x1.35eba8b9fbd14p-14,
  0x1.fff2cfb0453d9p-1, 0x1.9a913686042a3p-55, 0x1.3360ccd23db3ap-11, -0x1.a6a519a114d70p-10, 0x1.69cf466cce29fp-9, -0x1.ab0c273ac2606p-9,
  0x1.69359604c628ap-9, -0x1.b2755bfdabefbp-10, 0x1.52b6386434169p-11, -0x1.7557687da4127p-14, -0x1.2b61314bcf0f7p-14, 0x1.cd428e93bfdf2p-15,
  0x1.fff9ba420e834p-1, 0x1.1379ec5aa630ep-56, 0x1.30538fbb77ecdp-12, -0x1.b5781e9d7c647p-11, 0x1.89e17c074d983p-10, -0x1.ed4ac7daea513p-10,
  0x1.c11f270354a5dp-10, -0x1.2add1ce70965bp-10, 0x1.151f894e84a30p-11, -0x1.1c640894aea93p-13, -0x1.1131a84d47539p-16, 0x1.183ef05aa4ae5p-15,
  0x1.fffd1ac4135f9p-1, 0x1.eeafa1ecd6cefp-55, 0x1.2408e9ba3327ep-13, -0x1.b60d5e974cbbep-12, 0x1.9db74b1d1e5b5p-11, -0x1.11c85b1e90094p-10,
  0x1.0a7b55447f3e7p-10, -0x1.82f235af133a8p-11, 0x1.998b6087c5788p-12, -0x1.1aa5f019cb231p-13, 0x1.cf19de52f2dd2p-17, 0x1.067e37460f01dp-16,
  0x1.fffeb3ebb267bp-1, 0x1.e47f697047cbap-57, 0x1.0f9e1b4dd36dep-14, -0x1.a8670aa99a5bcp-13, 0x1.a3737e2a2fd2cp-12, -0x1.24544f02d2cbap-11,
  0x1.2e7e763a97916p-11, -0x1.da496e5118900p-12, 0x1.176d050000892p-12, -0x1.d2ac859219f2ap-14, 0x1.a9f2a3acabe86p-16, 0x1.05bc861526f46p-18,
  0x1.ffff6f9f67e55p-1, 0x1.e1e4483ba034bp-55, 0x1.e9b5e8d00ce75p-16, -0x1.8de3cd290a7c0p-14, 0x1.9aa489e3cb688p-13, -0x1.2c7d5ef0541cfp-12,
  0x1.490a4d20b4eadp-12, -0x1.145464e89911dp-12, 0x1.647f7f454f26ap-13, -0x1.56748b4284912p-14, 0x1.b24ad79446ba1p-16, -0x1.36143b81bb641p-19,
  0x1.ffffc316d9ed0p-1, -0x1.8b32f44f46b3bp-55, 0x1.abe09e9144b5ep-17, -0x1.690585ca91f97p-15, 0x1.84522fe881a0ep-14, -0x1.298f8d45f6889p-13,
  0x1.577577874b0fbp-13, -0x1.330aab7615125p-13, 0x1.ac999de836779p-14, -0x1.cc158c4be962fp-15, 0x1.64a999def3fa1p-16, -0x1.343d4768c727fp-18,
  0x1.ffffe710d565ep-1, 0x1.c9ea52d76dc04p-55, 0x1.6a597219a93dap-18, -0x1.3d0e43d67415ep-16, 0x1.62ccea63caafbp-15, -0x1.1c07721ac82cfp-14,
  0x1.586bafcb2c3aep-14, -0x1.46153fb8148aap-14, 0x1.e827f2dd72b90p-15, -0x1.1f630d066269dp-15, 0x1.0147b86026475p-16, -0x1.372986a437456p-18,
  0x1.fffff618c3da6p-1, -0x1.19309ce23aa3ep-58, 0x1.296a70f414056p-19, -0x1.0d88765d3224bp-17, 0x1.394b1fa66fc59p-16, -0x1.05760ad1bd09ep-15,
  0x1.4c1fe48f9f9fdp-15, -0x1.4b98203301c7dp-15, 0x1.085c00c05555dp-15, -0x1.510a3edc96a9dp-16, 0x1.51a8d15ab9294p-17, -0x1.f3003cf7954c8p-19,
  0x1.fffffc2f171e3p-1, 0x1.85edd0395f475p-55, 0x1.d9371e2ff7c42p-21, -0x1.bba3ac4cf8472p-19, 0x1.0b6a7b0f18ce7p-17, -0x1.d06f5860939f3p-17,
  0x1.3436bca9ec48fp-16, -0x1.4357b5559bcb9p-16, 0x1.110dc82bf9120p-16, -0x1.7566b856cfbdap-17, 0x1.9a77ca9b1004dp-18, -0x1.5d872c7df00e8p-19,
  0x1.fffffe92ced93p-1, -0x1.d2db2ecfe14aep-55, 0x1.6ce1aa3fd7bf1p-22, -0x1.617a9cedd8fffp-20, 0x1.b95fa39b32281p-19, -0x1.8e1fc41537dc3p-18,
  0x1.13717227a10c4p-17, -0x1.2eb290b507e27p-17, 0x1.0d8c0a0b6f6f8p-17, -0x1.8885567e3ecf8p-18, 0x1.d32444afd801ep-19, -0x1.bc15b376afb96p-20,
  0x1.ffffff7b91176p-1, 0x1.0b2865615db40p-56, 0x1.10b1488aeb250p-23, -0x1.10b1488aeb237p-21, 0x1.603a5308ba8aep-20, -0x1.4980e2528537ap-19,
  0x1.da5f11065e57bp-19, -0x1.1050537d1cb1dp-18, 0x1.fd7befb73691ap-19, -0x1.88c78c1a5ccd4p-19, 0x1.f5316dc3ac3afp-20, -0x1.04c6075de5b54p-20,
  0x1.ffffffd169d0cp-1, 0x1.70a2bfb068e6fp-55, 0x1.8b0cfce057a21p-25, -0x1.976564c75a5b4p-23, 0x1.0fdac559aa228p-21, -0x1.07600ca6de9f5p-20,
  0x1.89ca777931924p-20, -0x1.d73aa4f6fe7cfp-20, 0x1.cd9d7ded4c8dap-20, -0x1.771082c3982b0p-20, 0x1.fd624e706debdp-21, -0x1.1e491c3a65c9fp-21,
  0x1.fffffff01a8b6p-1, 0x1.23370eca5ca6ap-60, 0x1.155a09065d541p-26, -0x1.26afa996c324ep-24, 0x1.95ea6fdfde4dcp-23, -0x1.96ba7366ba235p-22,
  0x1.3b46805396b39p-21, -0x1.8868e1e9f53ffp-21, 0x1.916df03a49570p-21, -0x1.566ec01aa3648p-21, 0x1.ec270190a11cep-22, -0x1.27eed368da8b5p-22,
  0x1.fffffffabd229p-1, -0x1.4dbe49bec3ef2p-57, 0x1.7974e743dead9p-28, -0x1.9cd7dcf23b844p-26, 0x1.252af6f46d9c2p-24, -0x1.2f7354e6afea5p-23,
  0x1.e710300293c83p-23, -0x1.3ab0b10bef66bp-22, 0x1.4f605da0f1f0ap-22, -0x1.2b62d33f25ac3p-22, 0x1.c53d6124a43b5p-23, -0x1.217c5eff51233p-23,
  0x1.fffffffe4fa30p-1, 0x1.d166bcb681c7bp-57, 0x1.f1e3523b41eb2p-30, -0x1.180fde41550a9p-27, 0x1.99b86655dc65bp-26, -0x1.b598cb460629ap-25,
  0x1.6b1bafbe4fdd0p-24, -0x1.e650e3800185cp-24, 0x1.0d66e64c5843cp-23, -0x1.f5f276ac6fd1bp-24, 0x1.8eb108a456b6ep-24, -0x1.0cf67007b55e3p-24,
  0x1.ffffffff79626p-1, 0x1.5fbc52d650a89p-55, 0x1.3e44e45301cb5p-31, -0x1.6fffa7fffa007p-29, 0x1.1508f768b2a06p-27, -0x1.30fd0c6696e12p-26,
  0x1.055632f54857ep-25, -0x1.6a3a9d85a87b6p-25, 0x1.a06e8c7465723p-25, -0x1.93e1c3157961ep-25, 0x1.4f8bd4193a288p-25, -0x1.dc043a5d39a35p-26,
  0x1.ffffffffd759dp-1, 0x1.f7bee7eb23420p-55, 0x1.8a61745ec7f22p-33, -0x1.d453ba308d4dbp-31, 0x1.6a8aeba4115b2p-29, -0x1.9b017abbd5414p-28,
  0x1.6b43ca1cfca28p-27, -0x1.042f2a9e64836p-26, 0x1.35db68667c10ep-26, -0x1.383447b8236d1p-26, 0x1.0e8fdda7cdd27p-26, -0x1.921128e035fcep-27,
  0x1.fffffffff4188p-1, 0x1.7a2cb3d056eacp-55, 0x1.d9a880f306f45p-35, -0x1.20a2ae94181f8p-32, 0x1.cb2a2e5596723p-31, -0x1.0bc6ecf64b32ap-29,
  0x1.e7ba58bd431ddp-29, -0x1.689347cfdcdf8p-28, 0x1.bc28e46a1c646p-28, -0x1.d00ee32c56b0cp-28, 0x1.a281cdec62f95p-28, -0x1.44b77c3ee3303p-28,
  0x1.fffffffffc9e8p-1, -0x1.a759f7738935fp-56, 0x1.13af4f04f9c5dp-36, -0x1.589b22c63806bp-34, 0x1.196da0a9def0fp-32, -0x1.516d3cb74153dp-31,
  0x1.3c51d1bfa74c5p-30, -0x1.e235878d2683ep-30, 0x1.32c5a553f46acp-29, -0x1.4bcdb503d4a3bp-29, 0x1.36c0c63c4a57cp-29, -0x1.f63605853ca5fp-30,
  0x1.ffffffffff11ap-1, -0x1.3eafccbc6e8b7p-56, 0x1.370ab8327b3a6p-38, -0x1.8e85bc00ad962p-36, 0x1.4decacbeb0d17p-34, -0x1.9b3c557fc3010p-33,
  0x1.8c78e5f4616bap-32, -0x1.373cd76ec1f41p-31, 0x1.98885a55e317ep-31, -0x1.c8be9376f2110p-31, 0x1.bb6c5c67297f8p-31, -0x1.744d2c90fd9a0p-31,
  0x1.ffffffffffc05p-1, 0x1.07ba96a6b2e1ap-55, 0x1.5422ef5d89af4p-40, -0x1.be6dda2ac4421p-38, 0x1.7f8a0f3ce67d5p-36, -0x1.e4cb4aea05c6dp-35,
  0x1.e044b664f7549p-34, -0x1.83ea4c78df9d0p-33, 0x1.06579d245d626p-32, -0x1.2ec42255e5a08p-32, 0x1.3032dcb02a0eep-32, -0x1.08d8465695e2fp-32,
  0x1.ffffffffffef8p-1, 0x1.14be6226402c7p-56, 0x1.68823e52979bcp-42, -0x1.e46f03befb115p-40, 0x1.aa76120cf177dp-38, -0x1.146faeb84129fp-36,
  0x1.192d3ce751748p-35, -0x1.d2eaafa5e59d8p-35, 0x1.450ad61334718p-34, -0x1.82c145a58e223p-34, 0x1.9190fdf0dc40dp-34, -0x1.69e36b5aae44ep-34,
  0x1.fffffffffffbep-1, -0x1.182b326b228dcp-55, 0x1.7258610b3be6ep-44, -0x1.fd39856f71743p-42, 0x1.cb12e2f388698p-40, -0x1.31011e964feb8p-38,
  0x1.3e4a21ecd7c38p-37, -0x1.0f6e8aad5e44ep-36, 0x1.84a18956834a3p-36, -0x1.dc3649c93e9c4p-36, 0x1.fe4b8d35b2326p-36, -0x1.db42acda0ad88p-36,
  0x1.ffffffffffff0p-1, -0x1.20ef3618f2d54p-56, 0x1.70beaf9c80fb0p-46, -0x1.0346137a0a150p-43, 0x1.de74c0d91bf97p-42, -0x1.459c81752bf70p-40,
  0x1.5c5ee7213586cp-39, -0x1.30e3dd3f0c5bbp-38, 0x1.c0831cd7cd5b8p-38, -0x1.1ab2e6d324d73p-37, 0x1.384434e185280p-37, -0x1.2c213d33d22ecp-37,
  0x1.ffffffffffffcp-1, 0x1.8115fd1b12786p-56, 0x1.63daf8b4b3218p-48, -0x1.ff8ac583bff21p-46, 0x1.e2d06d6be9aacp-44, -0x1.505d9534dce5ap-42,
  0x1.70b7050065027p-41, -0x1.4aed69b2d1653p-40, 0x1.f3c0185bfbe5cp-40, -0x1.43befd27397c5p-39, 0x1.70394e1b46ce8p-39, -0x1.6cc31e8894cffp-39,
  0x1.fffffffffffffp-1, 0x1.0439397b5f70ap-56, 0x1.4cd9c0415a507p-50, -0x1.e8dfd25ffabc4p-48, 0x1.d7c149f7e4bdap-46, -0x1.50429df28edb9p-44,
  0x1.796a3ebda6f50p-43, -0x1.5b2283654041ep-42, 0x1.0cddfff269597p-41, -0x1.65b6d283f7fc2p-41, 0x1.a284c8820429fp-41, -0x1.aacb39d7f1cd9p-41,
};
