#import <Foundation/Foundation.h>
@import UIKit;
#define LIMIT 10
@class Other;

typedef NS_ENUM(NSInteger, Color) {
    ColorRed,
};

/* Prices
- (void)notThis; */
@protocol Priced <NSObject>
- (NSInteger)price;
@end

// What is sold
@interface Item : NSObject <Priced, NSCopying>
@property (nonatomic, copy) NSString *name;
- (instancetype)initWithName:(NSString *)name price:(NSInteger)price;
+ (Item *)item;
@end

@implementation Item

- (instancetype)initWithName:(NSString *)name price:(NSInteger)price {
    if (self) {
    }
    return self;
}

+ (Item *)item { return nil; }
@end

@interface Item (Extra)
- (void)open;
@end

static int total(int a, int b) {
    return a;
}
