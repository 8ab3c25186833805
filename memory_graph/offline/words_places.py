"""The names of well-known places in both languages, so that they are one place to memory."""

from __future__ import annotations

PLACES = """
china: China; 中国
japan: Japan; 日本
south_korea: South Korea, Korea; 韩国
vietnam: Vietnam; 越南
thailand: Thailand; 泰国
singapore: Singapore; 新加坡
india: India; 印度
australia: Australia; 澳大利亚, 澳洲
new_zealand: New Zealand; 新西兰
usa: USA, the US, the USA, the United States, America; 美国
canada: Canada; 加拿大
mexico: Mexico; 墨西哥
brazil: Brazil; 巴西
uk: UK, the UK, Britain, England; 英国
ireland: Ireland; 爱尔兰
iceland: Iceland; 冰岛
norway: Norway; 挪威
sweden: Sweden; 瑞典
finland: Finland; 芬兰
denmark: Denmark; 丹麦
germany: Germany; 德国
france: France; 法国
spain: Spain; 西班牙
portugal: Portugal; 葡萄牙
italy: Italy; 意大利
switzerland: Switzerland; 瑞士
austria: Austria; 奥地利
greece: Greece; 希腊
turkey: Turkey; 土耳其
russia: Russia; 俄罗斯
egypt: Egypt; 埃及
beijing: Beijing; 北京
shanghai: Shanghai; 上海
shenzhen: Shenzhen; 深圳
guangzhou: Guangzhou; 广州
hangzhou: Hangzhou; 杭州
chengdu: Chengdu; 成都
nanjing: Nanjing; 南京
wuhan: Wuhan; 武汉
hong_kong: Hong Kong; 香港
taipei: Taipei; 台北
tokyo: Tokyo; 东京
kyoto: Kyoto; 京都
seoul: Seoul; 首尔
new_york: New York; 纽约
london: London; 伦敦
paris: Paris; 巴黎
berlin: Berlin; 柏林
rome: Rome; 罗马
madrid: Madrid; 马德里
oslo: Oslo; 奥斯陆
sydney: Sydney; 悉尼
"""

CITIES_ZH = """
天津 重庆 苏州 西安 长沙 郑州 青岛 大连 厦门 宁波 无锡 佛山 东莞 珠海 合肥 福州 济南 沈阳 哈尔滨
长春 石家庄 太原 南昌 昆明 贵阳 南宁 海口 三亚 兰州 银川 西宁 拉萨 乌鲁木齐 呼和浩特 温州 常州
扬州 徐州 南通 嘉兴 绍兴 金华 台州 泉州 烟台 潍坊 洛阳 桂林 汕头 惠州 中山 保定 唐山 澳门 高雄
江苏 浙江 广东 广西 福建 山东 山西 河南 河北 湖南 湖北 四川 云南 贵州 陕西 甘肃 青海 辽宁 吉林
黑龙江 安徽 江西 海南 内蒙古 新疆 西藏 宁夏 台湾 国外 海外 国内 外地 本地 老家
"""
"""Where one can work, which employs nobody; more of them are in PLACES."""
